/**
 * No parser of what clients send takes longer per character, the longer a text is. The long form is in torture/.
 * @alone: measures times.
 */
import { growthOf } from './support/growth.ts'
import { PARSERS, UNITS } from './support/parsers.ts'

const LENGTH = 16_384

test('a parser whose time grows with the square of a text is found', () => {
  const slow = (text: string): unknown => /(?<!\n)(?:\r?\n)+$/.test(text)
  expect(growthOf(slow, ['', '\r\n', 'x'], LENGTH)).toBeDefined()
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
