/** A part of a text: as it is, or a character that cannot be seen, with what is shown of it. */
export interface Piece {
  readonly text: string
  /** A sign, or the number of the character. */
  readonly mark?: string
  readonly name?: 'blank' | 'tab' | 'break'
}

/** Which blanks are marked besides several in a row: those at the edges of a text, or each. */
export type Blanks = 'edges' | 'start' | 'end' | 'inside' | 'all'

const SIGNS: Readonly<Record<string, Omit<Piece, 'text'>>> = {
  ' ': { mark: '·', name: 'blank' },
  '\t': { mark: '⇥', name: 'tab' },
  '\n': { mark: '↵', name: 'break' },
}

/** Controls, blanks of other kinds, and what only joins or directs. */
const INVISIBLE = /^[\p{Cc}\u00A0\u00AD\u061C\u1680\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\uFEFF]$/u
/** What joins pictures belongs to them. */
const JOINER = '\u200D'
const PICTURE = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u

/** Cuts a text at what cannot be seen in it. A text without such comes back as one piece. */
export const markInvisible = (text: string, blanks: Blanks = 'edges'): Piece[] => {
  const chars = Array.from(text)
  const [first, last] = [chars.findIndex((char) => char !== ' '), chars.findLastIndex((char) => char !== ' ')]
  const isMarked = (char: string, index: number): boolean => {
    if (char !== ' ') return INVISIBLE.test(char) && !(char === JOINER && PICTURE.test(chars[index - 1] ?? ''))
    if (blanks === 'all' || chars[index - 1] === ' ' || chars[index + 1] === ' ') return true
    const [isBefore, isBehind] = [first === -1 || index < first, index > last]
    return (
      (isBefore && (blanks === 'edges' || blanks === 'start')) || (isBehind && (blanks === 'edges' || blanks === 'end'))
    )
  }
  const pieces: Piece[] = []
  let plain = ''
  for (const [index, char] of chars.entries()) {
    if (!isMarked(char, index)) {
      plain += char
      continue
    }
    if (plain !== '') pieces.push({ text: plain })
    plain = ''
    pieces.push({ text: char, ...(SIGNS[char] ?? { mark: codeOf(char) }) })
  }
  if (plain !== '' || pieces.length === 0) pieces.push({ text: plain })
  return pieces
}

const codeOf = (char: string): string => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
