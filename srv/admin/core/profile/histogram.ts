import { roundNumber } from '../statistics.ts'
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
