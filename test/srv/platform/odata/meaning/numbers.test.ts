import fc from 'fast-check'
import {
  compareNumbers,
  compareWhole,
  numberOf,
  withoutExponent,
} from '../../../../../srv/platform/odata/meaning/numbers.ts'

const operators = fc.constantFrom(
  'eq' as const,
  'ne' as const,
  'gt' as const,
  'ge' as const,
  'lt' as const,
  'le' as const,
)
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const near = fc.oneof(
  int32,
  fc.double(),
  fc.integer({ min: -20, max: 20 }).map((n) => n / 4),
)

const INT32 = [-(2n ** 31n), 2n ** 31n - 1n] as const
const INT64 = [-(2n ** 63n), 2n ** 63n - 1n] as const
const textOf = (value: number): string =>
  Number.isFinite(value) ? withoutExponent(value.toExponential()) : String(value).replace('Infinity', 'INF')

test('a comparison of whole numbers with any number keeps its meaning', () => {
  fc.assert(
    fc.property(operators, fc.oneof(int32, fc.integer({ min: -6, max: 6 })), near, (operator, own, other) => {
      const found = compareWhole(operator, textOf(other), INT32)
      const result = 'forNumbers' in found ? found.forNumbers : compareNumbers(found.operator, own, Number(found.text))
      expect(result).toBe(compareNumbers(operator, own, other))
      if ('text' in found) expect(Number.isInteger(Number(found.text))).toBe(true)
    }),
  )
})

test.each([
  ['gt', '9223372036854775807', { operator: 'gt', text: '9223372036854775807' }],
  ['gt', '9223372036854775808', { forNumbers: false }],
  ['lt', '9223372036854775807.5', { operator: 'le', text: '9223372036854775807' }],
  ['ge', '-9223372036854775808.5', { forNumbers: true }],
  ['ne', '0.5', { forNumbers: true }],
] as const)('%s %s of 64 bits', (operator, text, expected) => {
  expect(compareWhole(operator, text, INT64)).toEqual(expected)
})

test('a number without its exponent is the same number', () => {
  fc.assert(
    fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
      const text = withoutExponent(value.toExponential())
      expect(text).not.toMatch(/e/i)
      expect(Number(text) + 0).toBe(value + 0)
    }),
  )
})

test.each([
  ['1e3', '1000'],
  ['1.25E1', '12.5'],
  ['-1e-2', '-0.01'],
  ['1e999', 'INF'],
  ['-1e999', '-INF'],
  ['1e-999', '0'],
  ['12', '12'],
])('%s is %s', (text, plain) => {
  expect(withoutExponent(text)).toBe(plain)
})

test.each([
  ['INF', Infinity],
  ['-INF', -Infinity],
  ['NaN', NaN],
])('the number of %s is %s', (text, value) => {
  expect(numberOf(text)).toBe(value)
})
