import fc from 'fast-check'
import { jsonValue } from '../../../../../srv/admin/dialects/sqlite/values.ts'
import type { ColumnMetadata } from '../../../../../srv/admin/dialects/metadata.ts'

const decimal = (scale: number) => ({ kind: 'decimal', scale }) as ColumnMetadata

describe('decimals that SQLite keeps as binary numbers', () => {
  test('are written with their scale where that says all', () => {
    const scaled = fc.tuple(fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }), fc.nat(12))
    fc.assert(
      fc.property(scaled, ([whole, scale]) => {
        const value = whole / 10 ** scale
        expect(jsonValue(decimal(scale), value)).toBe(value.toFixed(scale))
      }),
    )
  })

  test('and as they are where it does not', () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: false })
    fc.assert(
      fc.property(numbers, fc.nat(12), (value, scale) => {
        expect(Number(jsonValue(decimal(scale), value)) === value).toBe(true)
      }),
    )
  })

  test.each([
    [5n, '5.00'],
    [9_007_199_254_740_993n, '9007199254740993.00'],
    [1e22, '10000000000000000000000.00'],
    [1e-7, '0.0000001'],
    [-Infinity, '-Infinity'],
    ['about 5', 'about 5'],
    ['Inf', 'Inf'],
  ])('%s as %s', (value, text) => {
    expect(jsonValue(decimal(2), value)).toBe(text)
  })
})
