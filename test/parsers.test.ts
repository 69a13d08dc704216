/**
 * No parser of what clients send takes longer per character, the longer a text is; nor does a parser or a mapping take
 * longer for each column, name or member, the more there are. The long form is in torture/.
 * @alone: measures times.
 */
import { growthOf, growthOfRuns } from './support/growth.ts'
import { PARSERS, UNITS } from './support/parsers.ts'
import { NAMES, WIDE } from './support/widths.ts'

const LENGTH = 16_384
/** Below the most columns that a file may have. */
const WIDTH = 8_192

test('a parser whose time grows with the square of a text is found', () => {
  const slow = (text: string): unknown => /(?<!\n)(?:\r?\n)+$/.test(text)
  // Long enough to be told on a fast machine, too.
  expect(growthOf(slow, ['', '\r\n', 'x'], 4 * LENGTH)).toBeDefined()
  const fast = (text: string): unknown => JSON.stringify(text)
  expect(growthOf(fast, ['', '\r\n', 'x'], LENGTH)).toBeUndefined()
})

test('an error that is no refusal is found', () => {
  const deep = (text: string): unknown => (text === '' ? 0 : deep(text.slice(1)))
  expect(() => growthOf(deep, ['', '(', 'x'], LENGTH)).toThrow(RangeError)
})

test.each(Object.entries(PARSERS))('%s is read in time that grows as the text does', (_, parse) => {
  expect(UNITS.flatMap((unit) => growthOf(parse, ['', unit, 'x'], LENGTH) ?? [])).toEqual([])
})

test('a mapping whose time grows with the square of its width is found', () => {
  const slow = (names: readonly string[]): unknown => names.map((name) => names.filter((other) => other === name))
  const namesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${index}`)
  expect(growthOfRuns((size) => () => slow(namesOf(size)), LENGTH)).toBeDefined()
  expect(growthOfRuns((size) => () => new Set(namesOf(size)), LENGTH)).toBeUndefined()
})

test.each(Object.entries(WIDE))('%s: time grows as the width does', (_, run) => {
  const growth = Object.entries(NAMES).flatMap(([names, name]) => {
    const found = growthOfRuns((size) => () => run(size, name), WIDTH)
    return found === undefined ? [] : [`names ${names}: ${found}`]
  })
  expect(growth).toEqual([])
})
