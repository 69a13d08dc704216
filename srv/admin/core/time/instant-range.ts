import { AdminError } from '../errors.ts'

/** The range of JavaScript's dates, in milliseconds around 1970; PostgreSQL's go further. */
const MOST_MS = 8_640_000_000_000_000

/** @throws AdminError `LIMIT_TOO_LARGE` for an instant that has no calendar here. */
export const checkInstant = (ms: number): number => {
  if (Math.abs(ms) <= MOST_MS) return ms
  throw new AdminError(
    'LIMIT_TOO_LARGE',
    "There are times beyond the years -271821 to 275760, as far as the calendar goes: bound the range by 'from' and 'to', or ask for fewer or shorter buckets",
  )
}

/** The nearest instant that has a calendar. */
export const nearestInstant = (ms: number): number => Math.min(Math.max(ms, -MOST_MS), MOST_MS)
