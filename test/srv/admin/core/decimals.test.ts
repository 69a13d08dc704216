import fc from 'fast-check'
import { decimalText, jsonNumber } from '../../../../srv/admin/core/decimals.ts'

it.each<[number | bigint, string]>([
  [0, '0'],
  [1.5, '1.5'],
  [-1e-7, '-0.0000001'],
  [1.25e-9, '0.00000000125'],
  [1e21, '1000000000000000000000'],
  [-1.5e22, '-15000000000000000000000'],
  [2n ** 63n, '9223372036854775808'],
  [Infinity, 'Infinity'],
  [NaN, 'NaN'],
])('writes %p as %s', (number, text) => {
  expect(decimalText(number)).toBe(text)
})

it('writes any number without an exponent and without loss', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const text = decimalText(number)
      expect(text).toMatch(/^-?\d+(\.\d+)?$/)
      expect(Number(text)).toBe(number === 0 ? Number(text) : number)
    }),
  )
})

it.each<[number | bigint, number | string]>([
  [7, 7],
  [-0, 0],
  [9007199254740991n, 9007199254740991],
  [9007199254740992n, '9007199254740992'],
  [NaN, 'NaN'],
  [-Infinity, '-Infinity'],
])('gives JSON %p as %p', (value, json) => {
  expect(Object.is(jsonNumber(value), json)).toBe(true)
})
