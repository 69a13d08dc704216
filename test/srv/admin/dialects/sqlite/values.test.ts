import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { selectExpression } from '../../../../../srv/admin/dialects/sqlite/values.ts'
import type { ColumnMetadata } from '../../../../../srv/admin/dialects/metadata.ts'

const decimal = (scale: number) => ({ kind: 'decimal', scale, takesAny: true }) as ColumnMetadata

describe('decimals that SQLite keeps as binary numbers', () => {
  const database = new DatabaseSync(':memory:')
  afterAll(() => {
    database.close()
  })
  const select = (value: number, scale: number): unknown =>
    database.prepare(`SELECT ${selectExpression(decimal(scale), '"x"')} AS v FROM (SELECT ? AS x)`).get(value)?.['v']

  test('are written with their scale where that says all', () => {
    const scaled = fc.tuple(fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }), fc.nat(12))
    fc.assert(
      fc.property(scaled, ([whole, scale]) => {
        const value = whole / 10 ** scale
        expect(select(value, scale)).toBe(value.toFixed(scale))
      }),
    )
  })

  test('and as they are where it does not', () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: false })
    fc.assert(
      fc.property(numbers, fc.nat(12), (value, scale) => {
        expect(Number(select(value, scale)) === value).toBe(true)
      }),
    )
  })
})
