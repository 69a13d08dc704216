import fc from 'fast-check'
import { decimalText, jsonNumber, numberText, scaledText } from '../../../../srv/admin/core/decimals.ts'

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

it.each<[number | bigint, number, string]>([
  [1.5, 2, '1.50'],
  [-0.07, 2, '-0.07'],
  [-0, 2, '0.00'],
  [0.125, 2, '0.125'],
  [1.005, 2, '1.005'],
  [7n, 3, '7.000'],
  [7, 0, '7'],
  [1e21, 2, '1000000000000000000000.00'],
  [1.5e-7, 2, '0.00000015'],
  [Infinity, 2, 'Infinity'],
  [NaN, 2, 'NaN'],
  [1200, -2, '1200'],
  [0, 120, `0.${'0'.repeat(120)}`],
])('writes %p with %p digits at least as %s', (number, scale, text) => {
  expect(scaledText(number, scale)).toBe(text)
})

it('writes a number with its digits, however many there have to be', () => {
  const near = fc.tuple(fc.maxSafeInteger(), fc.nat(9)).map(([digits, scale]) => digits / 10 ** scale)
  fc.assert(
    fc.property(fc.oneof(near, fc.double({ noNaN: true, noDefaultInfinity: true })), fc.nat(9), (number, scale) => {
      const [whole = '', fraction = ''] = decimalText(number).split('.')
      const padded = fraction.padEnd(scale, '0')
      expect(scaledText(number, scale)).toBe(padded === '' ? whole : `${whole}.${padded}`)
    }),
    { numRuns: 2_000 },
  )
})

it('writes any number as JavaScript does', () => {
  const any = fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger(), fc.constantFrom(0, -0, 999, 1e3, 1e6, 2 ** 53))
  fc.assert(
    fc.property(any, (number) => expect(numberText(number)).toBe(String(number))),
    { numRuns: 2_000 },
  )
})
