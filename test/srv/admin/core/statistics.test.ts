import fc from 'fast-check'
import {
  finiteOrNull,
  mean,
  median,
  percentOf,
  quantile,
  roundNumber,
  standardDeviation,
  sumOfHalves,
  wholeMean,
  wholeOrNull,
} from '../../../../srv/admin/core/statistics.ts'

test('the mean and the deviation hold where a plain sum loses its digits', () => {
  const values = [4, 7, 13, 16].map((value) => value + 1e9)
  expect(mean(values)).toBe(1e9 + 10)
  expect(standardDeviation(values)).toBeCloseTo(Math.sqrt(30), 12)
  expect(standardDeviation([5])).toBe(0)
})

test('quantiles lie between the least and the greatest value, and split the values', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (values, share) => {
        const sorted = values.toSorted((a, b) => a - b)
        const found = quantile(sorted, share)
        const below = sorted.filter((value) => value < found - 1e-9).length
        expect(below).toBeLessThanOrEqual(Math.ceil(share * (sorted.length - 1)) + 1e-9)
        expect(found).toBeGreaterThanOrEqual(sorted[0] ?? NaN)
        expect(found).toBeLessThanOrEqual(sorted.at(-1) ?? NaN)
      },
    ),
  )
  expect(quantile([1, 2, 3, 4], 0.25)).toBe(1.75)
  expect(median([3, 1, 2, 10])).toBe(2.5)
})

test('numbers are rounded to what engines agree on, and are null when they are none', () => {
  expect(roundNumber(0.1 + 0.2)).toBe(0.3)
  expect([finiteOrNull(NaN), finiteOrNull(Infinity), finiteOrNull(null), finiteOrNull(0)]).toEqual([
    null,
    null,
    null,
    0,
  ])
  expect([percentOf(1, 3), percentOf(0, 0), percentOf(2, 2)]).toEqual([33.3333, null, 100])
})

test('whole numbers are summed without loss, and rounded to nothing beyond the greatest', () => {
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  fc.assert(
    fc.property(fc.array(int64, { minLength: 1, maxLength: 9 }), (values) => {
      const plus = (total: bigint, value: bigint): bigint => total + value
      const sum = values.reduce(plus, 0n)
      const upper = values.map((value) => value >> 32n).reduce(plus, 0n)
      const lower = values.map((value) => value & 0xff_ff_ff_ffn).reduce(plus, 0n)
      expect(sumOfHalves(upper, lower)).toBe(sum)
      expect(wholeMean(sum * BigInt(values.length), values.length)).toBe(Number(sum))
    }),
  )
  expect(wholeMean(-3n, 2)).toBe(-1.5)
  expect([wholeOrNull(2 ** 63), finiteOrNull(2 ** 63)]).toEqual([2 ** 63, 9_223_372_036_854_780_000])
  expect([wholeOrNull(1 / 3), wholeOrNull(NaN), wholeOrNull(null)]).toEqual([0.333_333_333_333_333, null, null])
})
