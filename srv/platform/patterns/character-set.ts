/** Characters by their code points: ranges in order, without gaps of nothing between two of them. */
export type CharacterSet = readonly (readonly [first: number, last: number])[]

const LAST = 0x10_ffff

/** No text has the character 0, which PostgreSQL cannot store. */
const FIRST = 1

/** The characters of some ranges, which may overlap. */
export function setOf(ranges: CharacterSet): CharacterSet {
  const sorted = ranges.map(([first, last]) => [Math.max(first, FIRST), last] as const).sort(([a], [b]) => a - b)
  const merged: [number, number][] = []
  for (const [first, last] of sorted) {
    const before = merged.at(-1)
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else if (first <= last) merged.push([first, last])
  }
  return merged
}

/** All other characters. */
export function complementOf(set: CharacterSet): CharacterSet {
  const ends = [...set, [LAST + 1, LAST + 1] as const]
  return ends.flatMap(([first], index): [number, number][] => {
    const from = (ends[index - 1]?.[1] ?? FIRST - 1) + 1
    return from < first ? [[from, first - 1]] : []
  })
}

export const has = (set: CharacterSet, code: number): boolean =>
  set.some(([first, last]) => code >= first && code <= last)

const codes = (characters: string): [number, number][] =>
  [...characters].map((character) => {
    const code = character.codePointAt(0) ?? 0
    return [code, code]
  })

const DIGITS = setOf([[0x30, 0x39]])
const WORDS = setOf([...DIGITS, [0x41, 0x5a], [0x61, 0x7a], ...codes('_')])
/** What ECMAScript takes for blank. */
const BLANKS = setOf([[9, 13], [0x20_00, 0x20_0a], ...codes(' \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff')])

/** The sets that a letter behind a backslash stands for. */
export const CLASSES: ReadonlyMap<string, CharacterSet> = new Map([
  ['d', DIGITS],
  ['D', complementOf(DIGITS)],
  ['w', WORDS],
  ['W', complementOf(WORDS)],
  ['s', BLANKS],
  ['S', complementOf(BLANKS)],
])

/** What a point stands for: all but the ends of lines. */
export const ANY_OF_LINE = complementOf(setOf(codes('\n\r\u2028\u2029')))

const MOST_OF_UTF16 = 0xff_ff

/** As ECMAScript with the flag `u` and PostgreSQL both read a character in brackets. */
const written = (code: number): string =>
  code > MOST_OF_UTF16 ? String.fromCodePoint(code) : `\\u${code.toString(16).padStart(4, '0')}`

const bracket = (set: CharacterSet): string =>
  set.map(([first, last]) => (first === last ? written(first) : `${written(first)}-${written(last)}`)).join('')

/** A set in brackets. */
export function printSet(set: CharacterSet): string {
  if (set.at(-1)?.[1] !== LAST) return `[${bracket(set)}]`
  const others = complementOf(set)
  return others.length ? `[^${bracket(others)}]` : '(?:[\\u0001]|[^\\u0001])'
}
