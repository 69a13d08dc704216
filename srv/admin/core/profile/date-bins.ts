import type { JsonValue } from '../values.ts'
import { type Bins, binsOf } from './histogram.ts'

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
