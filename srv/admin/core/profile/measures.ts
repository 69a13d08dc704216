import { roundNumber, interpolate, quantilePosition } from '../statistics.ts'
import type { JsonValue } from '../values.ts'

/** Parts of equal width from the least to the greatest value; one part when these are the same. */
export interface Bins {
  readonly low: number
  readonly high: number
  readonly width: number
  readonly count: number
}

/**
 * @param isWhole the values are whole numbers: then each part holds as many of them, and none is empty for want of any.
 * @returns null where no width can be told, since the range is too wide for a number.
 */
export const binsOf = (low: number, high: number, wanted: number, isWhole = false): Bins | null => {
  if (isWhole && Number.isSafeInteger(low) && Number.isSafeInteger(high) && high > low) {
    const step = Math.ceil((high - low + 1) / wanted)
    return { low, high, width: step, count: Math.ceil((high - low + 1) / step) }
  }
  const width = (high - low) / wanted
  if (!Number.isFinite(width)) return null
  // A range narrower than its numbers are fine has one bin, too.
  return low + width > low ? { low, high, width, count: wanted } : { low, high, width: high - low, count: 1 }
}

/** Each bin with its bounds: the upper one belongs to the next bin, but for the last. */
export const histogramOf = (
  { low, high, width, count }: Bins,
  counts: ReadonlyMap<number, number>,
): { from: number; to: number; count: number }[] =>
  Array.from({ length: count }, (_, index) => ({
    from: roundNumber(low + width * index),
    to: index === count - 1 ? high : roundNumber(low + width * (index + 1)),
    count: counts.get(index) ?? 0,
  }))

const DAY_MS = 86_400_000

/**
 * Parts of a range of dates or timestamps, in milliseconds since 1970; those of dates are whole days.
 *
 * @returns null where the bounds are none that a calendar of four-digit years has.
 */
export const dateBinsOf = (low: JsonValue, high: JsonValue, wanted: number, isDate: boolean): Bins | null => {
  const unit = isDate ? DAY_MS : 1
  const [from, to] = [instantOf(low) / unit, instantOf(high) / unit]
  const bins = Number.isSafeInteger(from) && Number.isSafeInteger(to) ? binsOf(from, to, wanted, true) : null
  return bins && { low: bins.low * unit, high: bins.high * unit, width: bins.width * unit, count: bins.count }
}

/** A bound of such a part, as values of the column are written. */
export const dateOf = (ms: number, isDate: boolean): string => {
  const iso = new Date(ms).toISOString()
  return isDate ? iso.slice(0, 10) : iso
}

const instantOf = (value: JsonValue): number =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Math.floor(Date.parse(value)) : NaN

export const PERCENTILES = { p25: 0.25, median: 0.5, p75: 0.75 } as const
export type Percentiles = { readonly [name in keyof typeof PERCENTILES]: number }

/** One of the distinct values, in their order: the ranks from `from` up to but without `to`, counted from 0, have it. */
export interface Rank {
  readonly value: number
  readonly from: number
  readonly to: number
}

/** The ranks that have to be known to tell the percentiles of so many values. */
export const neededRanks = (count: number): number[] =>
  count === 0
    ? []
    : [
        ...new Set(
          Object.values(PERCENTILES).flatMap((share) => {
            const { lower, upper } = quantilePosition(share, count)
            return [lower, upper]
          }),
        ),
      ]

/** Percentiles as SQL's `percentile_cont` has them; null of nothing. */
export const percentilesOf = (count: number, ranks: readonly Rank[]): Percentiles | null => {
  if (count === 0) return null
  const at = (rank: number): number => ranks.find(({ from, to }) => from <= rank && rank < to)?.value ?? NaN
  const percentile = (share: number): number => {
    const { lower, upper, weight } = quantilePosition(share, count)
    return interpolate(at(lower), at(upper), weight)
  }
  return {
    p25: percentile(PERCENTILES.p25),
    median: percentile(PERCENTILES.median),
    p75: percentile(PERCENTILES.p75),
  }
}

/** Sums over values less a shift, which keeps the digits that a plain sum of squares would lose. */
interface ShiftedSums {
  readonly count: number
  readonly shift: number
  /** Of the value less the shift. */
  readonly sum: number
  /** Of the square of that. */
  readonly squares: number
}

export interface Moments {
  readonly mean: number
  /** Of a sample, by n - 1; null for a single value. */
  readonly stddev: number | null
  /** Whether the shift was near enough to the mean for the deviation to have at least nine good digits. */
  readonly isExact: boolean
}

const MAX_CANCELLATION = 1e6

export const momentsOf = ({ count, shift, sum, squares }: ShiftedSums): Moments | null => {
  if (count === 0) return null
  const distance = sum / count
  const aroundMean = Math.max(0, squares - sum * distance)
  return {
    mean: shift + distance,
    stddev: count === 1 ? null : Math.sqrt(aroundMean / (count - 1)),
    isExact: sum * distance <= MAX_CANCELLATION * aroundMean,
  }
}

type ColumnAlert = 'CONSTANT' | 'UNIQUE' | 'HIGH_NULL' | 'ALL_NULL' | 'NOT_ALL_NUMBERS'

/** From this share of nulls on it is worth a look; ours. */
const HIGH_NULL_PERCENT = 50

/**
 * What is remarkable about a column.
 *
 * @param counts.distinct, counts.unique values, and values that occur once; null when they were not counted.
 * @param counts.notNumbers values of a numeric column that averages are not about.
 */
export const columnAlerts = (counts: {
  readonly rows: number
  readonly nulls: number
  readonly distinct: number | null
  readonly unique: number | null
  readonly notNumbers?: number
}): ColumnAlert[] => {
  const { rows, nulls, distinct, unique, notNumbers = 0 } = counts
  if (rows === 0) return []
  if (nulls === rows) return ['ALL_NULL']
  const present = rows - nulls
  const alerts: ColumnAlert[] = []
  if (distinct === 1 && present > 1) alerts.push('CONSTANT')
  if (unique === present && present > 1) alerts.push('UNIQUE')
  if (nulls * 100 >= rows * HIGH_NULL_PERCENT) alerts.push('HIGH_NULL')
  if (notNumbers > 0) alerts.push('NOT_ALL_NUMBERS')
  return alerts
}
