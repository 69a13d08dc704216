import { filterError } from './tokens.ts'

/** Bounds of a pattern: of its text, and of what it stands for when counted repetitions are written out. */
export const PATTERN_LIMITS = { characters: 1_000, weight: 1_000, repetitions: 100, nesting: 32 } as const

const CLASSES: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_', s: '\\t\\n\\f\\r ' }
const CONTROLS: Readonly<Record<string, string>> = { t: '\\t', n: '\\n', r: '\\r', f: '\\f' }
const REPETITION = /\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/y

interface Piece {
  readonly text: string
  readonly weight: number
}

/**
 * Reads a regular expression of the part that all engines understand alike, and writes it so that they do: characters, `.`, `[…]`,
 * `\d \w \s` (of ASCII) and their capitals, groups, `|`, `*`, `+`, `?`, `{m,n}`, `^` and `$` for the ends of the text. What costs more
 * time than the text is long has no place there: references, looking around.
 *
 * @param at where the pattern stands in the filter, for messages.
 * @throws AdminError `INVALID_FILTER`.
 */
export const readPattern = (pattern: string, at: number): string => {
  if (pattern === '') throw filterError(at, 'A pattern has at least one character')
  if (pattern.length > PATTERN_LIMITS.characters)
    throw filterError(at, `A pattern has at most ${PATTERN_LIMITS.characters} characters`)
  return new PatternReader(pattern, at).read()
}

class PatternReader {
  readonly #chars: readonly string[]
  readonly #at: number
  #next = 0
  #depth = 0

  constructor(pattern: string, at: number) {
    this.#chars = Array.from(pattern)
    this.#at = at
  }

  read(): string {
    const { text } = this.#alternatives()
    if (this.#next < this.#chars.length) throw this.#problem('has a ")" too many')
    return text
  }

  #alternatives(): Piece {
    if (++this.#depth > PATTERN_LIMITS.nesting) throw this.#problem(`nests at most ${PATTERN_LIMITS.nesting} deep`)
    const branches = [this.#branch()]
    while (this.#take('|')) branches.push(this.#branch())
    this.#depth--
    return this.#bounded({
      text: `(?:${branches.map(({ text }) => text).join('|')})`,
      weight: branches.reduce((sum, { weight }) => sum + weight, 0),
    })
  }

  #branch(): Piece {
    let [text, weight, count] = ['', 0, 0]
    for (let char = this.#peek(); char !== undefined && char !== '|' && char !== ')'; char = this.#peek()) {
      const piece = this.#repeated(char === '^' || char === '$' ? this.#end() : this.#atom(), char)
      text += piece.text
      weight += piece.weight
      count++
    }
    if (count === 0) throw this.#problem('has an empty part')
    return this.#bounded({ text, weight })
  }

  #end(): Piece {
    return { text: this.#chars[this.#next++] ?? '', weight: 0 }
  }

  #atom(): Piece {
    const char = this.#chars[this.#next++] ?? ''
    switch (char) {
      case '(': {
        if (this.#take('?') && !this.#take(':')) throw this.#problem('has a group of a kind that is not offered')
        const inner = this.#alternatives()
        if (!this.#take(')')) throw this.#problem('has a "(" too many')
        return inner
      }
      case '[':
        return this.#set()
      case '.':
        return { text: '.', weight: 1 }
      case '\\':
        return { text: this.#escape(), weight: 1 }
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw this.#problem(`has a "${char}" that stands for nothing: write "\\${char}" for the character`)
      default:
        return { text: literal(char), weight: 1 }
    }
  }

  #repeated(piece: Piece, char: string): Piece {
    const sign = this.#peek()
    REPETITION.lastIndex = this.#next
    let text: string
    let times = 1
    if (sign === '*' || sign === '+' || sign === '?') {
      this.#next++
      text = sign
    } else if (sign === '{') {
      const [all = '', least = '', comma, most] = REPETITION.exec(this.#asUnits()) ?? []
      if (all === '') throw this.#problem('has a "{" without numbers: write "\\{" for the character')
      const bounds = [Number(least), Number(most ?? least)] as const
      if (bounds[0] > bounds[1] || bounds[1] > PATTERN_LIMITS.repetitions)
        throw this.#problem(`repeats at most ${PATTERN_LIMITS.repetitions} times by number`)
      this.#next += all.length
      text = all
      times = Math.max(1, bounds[1]) + (comma !== undefined && most === undefined ? 1 : 0)
    } else return piece
    if (char === '^' || char === '$') throw this.#problem(`repeats "${char}"`)
    const after = this.#peek()
    if (after === '*' || after === '+' || after === '?' || after === '{')
      throw this.#problem(`has "${text}${after}": one sign of repetition at a time`)
    return this.#bounded({ text: `${piece.text}${text}`, weight: piece.weight * times })
  }

  /** With one unit for each character, so that places are the same. */
  #asUnits(): string {
    return this.#chars.map((char) => (char.length === 1 ? char : ' ')).join('')
  }

  #set(): Piece {
    const isNegated = this.#take('^')
    const items: string[] = []
    for (;;) {
      const char = this.#chars[this.#next++]
      if (char === undefined) throw this.#problem('has a "[" that is never closed')
      if (char === ']') break
      if (char === '\\' && CLASSES[this.#peek() ?? ''] !== undefined) {
        items.push(CLASSES[this.#chars[this.#next++] ?? ''] ?? '')
        continue
      }
      const low = this.#member(char)
      if (this.#peek() !== '-' || this.#chars[this.#next + 1] === ']') {
        items.push(low.text)
        continue
      }
      this.#next++
      const high = this.#member(this.#chars[this.#next++])
      if ((low.code ?? 0) > (high.code ?? 0)) throw this.#problem('has a range that ends before it begins')
      items.push(`${low.text}-${high.text}`)
    }
    if (items.length === 0) throw this.#problem('has an empty "[]"')
    return { text: `[${isNegated ? '^' : ''}${items.join('')}]`, weight: 1 }
  }

  #member(char: string | undefined): { readonly text: string; readonly code: number | undefined } {
    if (char === undefined) throw this.#problem('has a "[" that is never closed')
    if (char === '[') throw this.#problem('has a "[" within "[]": write "\\[" for the character')
    if (char !== '\\') return { text: literal(char), code: char.codePointAt(0) }
    const escaped = this.#chars[this.#next++] ?? ''
    const control = CONTROLS[escaped]
    if (control !== undefined) return { text: control, code: '\t\n\f\r'.charCodeAt('tnfr'.indexOf(escaped)) }
    if (!PUNCTUATION.test(escaped)) throw this.#problem(`has "\\${escaped}" in "[]", which is not offered there`)
    return { text: literal(escaped), code: escaped.codePointAt(0) }
  }

  #escape(): string {
    const char = this.#chars[this.#next++] ?? ''
    const found = CLASSES[char.toLowerCase()]
    if (found !== undefined) return `[${char === char.toLowerCase() ? '' : '^'}${found}]`
    if (CONTROLS[char] !== undefined) return CONTROLS[char]
    if (PUNCTUATION.test(char)) return literal(char)
    throw this.#problem(char === '' ? 'ends with "\\"' : `has "\\${char}", which is not offered`)
  }

  #bounded(piece: Piece): Piece {
    if (piece.weight <= PATTERN_LIMITS.weight) return piece
    throw this.#problem('stands for too much: it repeats repetitions')
  }

  #peek(): string | undefined {
    return this.#chars[this.#next]
  }

  #take(char: string): boolean {
    const isThere = this.#peek() === char
    if (isThere) this.#next++
    return isThere
  }

  #problem(what: string): Error {
    return filterError(this.#at, `The pattern ${what}`)
  }
}

const PUNCTUATION = /^[!-/:-@[-`{-~ ]$/

/** A character that stands for itself, also where others would not. */
const literal = (char: string): string => (PUNCTUATION.test(char) && !/[ _]/.test(char) ? `\\${char}` : char)
