import fc from 'fast-check'
import {
  compareNumbers,
  compareWhole,
  numberOf,
  withoutExponent,
} from '../../../../../srv/platform/odata/options/numbers.ts'

const operators = fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le')
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const near = fc.oneof(
  int32,
  fc.double(),
  fc.integer({ min: -20, max: 20 }).map((n) => n / 4),
)

test('a comparison of whole numbers with any number keeps its meaning', () => {
  fc.assert(
    fc.property(operators, fc.oneof(int32, fc.integer({ min: -6, max: 6 })), near, (operator, own, other) => {
      const found = compareWhole(operator, other)
      const result = 'forNumbers' in found ? found.forNumbers : compareNumbers(found.operator, own, found.value)
      expect(result).toBe(compareNumbers(operator, own, other))
      if ('value' in found) expect(Number.isInteger(found.value) && Math.abs(found.value) <= 2 ** 31).toBe(true)
    }),
  )
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
  ["'5'", undefined],
  ['null', undefined],
])('the number of %s is %s', (text, value) => {
  expect(numberOf({ kind: 'literal', text })).toBe(value)
})
