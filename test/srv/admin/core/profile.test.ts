import fc from 'fast-check'
import {
  columnAlerts,
  binsOf,
  histogramOf,
  momentsOf,
  neededRanks,
  percentilesOf,
} from '../../../../srv/admin/core/profile/measures.ts'
import { mean, quantile, standardDeviation } from '../../../../srv/admin/core/statistics.ts'

const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 })

test('moments come out of shifted sums as they do out of the values', () => {
  fc.assert(
    fc.property(numbers, fc.nat(49), (values, index) => {
      const shift = values[index % values.length] ?? 0
      const sum = values.reduce((total, value) => total + (value - shift), 0)
      const squares = values.reduce((total, value) => total + (value - shift) ** 2, 0)
      const found = momentsOf({ count: values.length, shift, sum, squares })
      expect(found?.mean).toBeCloseTo(mean(values), 4)
      if (values.length === 1) expect(found?.stddev).toBeNull()
      else if (found?.isExact) {
        const stddev = standardDeviation(values)
        expect(Math.abs((found.stddev ?? 0) - stddev)).toBeLessThanOrEqual(1e-5 * stddev + 1e-12)
      }
    }),
  )
  expect(momentsOf({ count: 0, shift: 0, sum: 0, squares: 0 })).toBeNull()
})

test('moments tell when the shift was too far off', () => {
  const sums = (values: readonly number[], shift: number) => ({
    count: values.length,
    shift,
    sum: values.reduce((total, value) => total + (value - shift), 0),
    squares: values.reduce((total, value) => total + (value - shift) ** 2, 0),
  })
  const close = [1e9 + 1, 1e9 + 2, 1e9 + 3]
  expect(momentsOf(sums(close, 0))?.isExact).toBe(false)
  expect(momentsOf(sums(close, 1e9))).toEqual({ mean: 1e9 + 2, stddev: 1, isExact: true })
})

test('percentiles come out of the needed ranks alone as they do out of all values', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 40 }), (values) => {
      const sorted = values.toSorted((a, b) => a - b)
      const needed = neededRanks(values.length)
      const ranks = [...new Set(sorted)]
        .map((value) => ({ value, from: sorted.indexOf(value), to: sorted.lastIndexOf(value) + 1 }))
        .filter(({ from, to }) => needed.some((rank) => from <= rank && rank < to))
      expect(percentilesOf(values.length, ranks)).toEqual({
        p25: quantile(sorted, 0.25),
        median: quantile(sorted, 0.5),
        p75: quantile(sorted, 0.75),
      })
    }),
  )
  expect(percentilesOf(0, [])).toBeNull()
  expect(neededRanks(0)).toEqual([])
})

test('bins lie side by side from the least to the greatest value', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true }),
      fc.double({ noNaN: true }),
      fc.integer({ min: 1, max: 50 }),
      (a, b, wanted) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        const bins = binsOf(low, high, wanted)
        if (!bins) {
          expect(high - low).toBe(Infinity)
          return
        }
        const histogram = histogramOf(bins, new Map([[0, 3]]))
        expect(histogram[0]?.from).toBe(Number(low.toPrecision(15)))
        expect(histogram.at(-1)?.to).toBe(high)
        expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(3)
        for (const [index, { from }] of histogram.entries()) if (index > 0) expect(from).toBe(histogram[index - 1]?.to)
      },
    ),
  )
})

test('parts of whole numbers hold at least one each, and together all of them', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(10_000), fc.integer({ min: 1, max: 200 }), (low, span, wanted) => {
      const bins = binsOf(low, low + span, wanted, true)!
      const parts = histogramOf(bins, new Map())
      expect(parts.length).toBeLessThanOrEqual(wanted)
      expect([parts[0]!.from, parts.at(-1)!.to]).toEqual([low, low + span])
      for (const { from, to } of parts.slice(0, -1)) expect(Math.ceil(to) - Math.ceil(from)).toBeGreaterThanOrEqual(1)
    }),
  )
  expect(binsOf(1, 12, 24, true)).toMatchObject({ width: 1, count: 12 })
})

test.each([
  [{ rows: 0, nulls: 0, distinct: 0, unique: 0 }, []],
  [{ rows: 3, nulls: 3, distinct: 0, unique: 0 }, ['ALL_NULL']],
  [{ rows: 3, nulls: 0, distinct: 1, unique: 0 }, ['CONSTANT']],
  [{ rows: 3, nulls: 0, distinct: 3, unique: 3 }, ['UNIQUE']],
  [{ rows: 4, nulls: 2, distinct: 2, unique: 2 }, ['UNIQUE', 'HIGH_NULL']],
  [{ rows: 1, nulls: 0, distinct: 1, unique: 1 }, []],
  [{ rows: 4, nulls: 2, distinct: null, unique: null }, ['HIGH_NULL']],
])('%j: %j', (counts, alerts) => {
  expect(columnAlerts(counts)).toEqual(alerts)
})
