import { cellAt, cellStart, type Division, divisionOf, type Interval, meanLengthMs } from './intervals.ts'
import type { Zone } from './zone.ts'
import { AdminError } from '../errors.ts'
import { timestampInUtc } from '../timestamps.ts'

export interface Bucket {
  /** Grows with time, by more than one where the wall clock has skipped buckets. */
  readonly number: number
  /** First instant. */
  readonly startMs: number
}

/**
 * Buckets of time, aligned to the calendar of a zone: the wall clock since 1970 is divided into cells of `size` units
 * (weeks begin on Monday, months are counted from January of the year 0), and a bucket is the time that it shows a cell.
 */
export interface Buckets {
  readonly division: Division
  readonly stretches: readonly Stretch[]
  readonly numberAt: (instantMs: number) => number
  readonly startOf: (number: number) => number
  /** The buckets from one number to another, both included. */
  readonly list: (from: number, to: number) => Generator<Bucket>
}

interface BucketOptions {
  readonly interval: Interval
  readonly size: number
  readonly zone: Zone
  /** The range in which the buckets are right. */
  readonly fromMs: number
  readonly toMs: number
}

/** @throws AdminError `LIMIT_TOO_LARGE` when the range is too long for the zone. */
export const createBuckets = ({ interval, size, zone, fromMs, toMs }: BucketOptions): Buckets => {
  const division = divisionOf(interval, size)
  const margin = meanLengthMs(division) * 2
  const stretches = createBucketClock(zone, division, fromMs - margin, toMs + margin)
  const numberAt = (instantMs: number): number => cellAt(division, clockAt(stretches, instantMs))
  const startOf = (number: number): number => instantOf(stretches, cellStart(division, number))
  return {
    division,
    stretches,
    numberAt,
    startOf,
    *list(from, to) {
      for (let number = from; number <= to; number++) {
        const startMs = checkInstant(startOf(number))
        if (numberAt(startMs) === number) yield { number, startMs }
      }
    },
  }
}

/**
 * A stretch of time in which the clock runs `plusMs` ahead of UTC, or stands at one reading. It lasts until the next
 * stretch begins; the first has no begin, the last no end.
 */
export type Stretch = { readonly fromMs: number } & ({ readonly plusMs: number } | { readonly standsAtMs: number })

/** Clocks were never set by more than a day. */
const LONGEST_SETTING_MS = 2 * 86_400_000

/**
 * A wall clock that never goes back, so that its cells are buckets of time without holes.
 *
 * Set forward, a wall clock skips cells. Set back, it would show the same readings twice. Where these are a cell long or
 * more, and cells are shorter than days, the clock is moved ahead by whole cells instead: the second hour from two to
 * three is a bucket of its own. Otherwise it stands until the wall clock is where it was: the bucket takes longer.
 *
 * @param fromMs, toMs the range in which it is right.
 */
const createBucketClock = (zone: Zone, division: Division, fromMs: number, toMs: number): readonly Stretch[] => {
  const startMs = nearestInstant(fromMs - LONGEST_SETTING_MS)
  const stretches: Stretch[] = [{ fromMs: -Infinity, plusMs: zone.offsetMs(startMs) }]
  let aheadMs = 0
  let reachedMs = -Infinity
  const transitions = zone.transitions(startMs, nearestInstant(toMs + LONGEST_SETTING_MS))
  for (const [index, { atMs, beforeMs, afterMs }] of transitions.entries()) {
    reachedMs = Math.max(reachedMs, atMs + beforeMs + aheadMs)
    const backMs = beforeMs - afterMs
    if (division.by === 'length' && division.isBelowDay && backMs >= division.stepMs)
      aheadMs += Math.ceil(backMs / division.stepMs) * division.stepMs
    const plusMs = afterMs + aheadMs
    const runsFromMs = Math.max(atMs, reachedMs - plusMs)
    const nextMs = transitions[index + 1]?.atMs ?? Infinity
    if (runsFromMs > atMs) stretches.push({ fromMs: atMs, standsAtMs: reachedMs - 1 })
    if (runsFromMs < nextMs) stretches.push({ fromMs: runsFromMs, plusMs })
  }
  return stretches
}

/** What the clock shows at an instant. */
const clockAt = (stretches: readonly Stretch[], instantMs: number): number => {
  const stretch = stretches.findLast(({ fromMs }) => fromMs <= instantMs)
  if (!stretch) return instantMs
  return 'plusMs' in stretch ? instantMs + stretch.plusMs : stretch.standsAtMs
}

/** The first instant at which the clock shows a reading or a later one; whole seconds. */
const instantOf = (stretches: readonly Stretch[], clockMs: number): number => {
  const index = stretches.findLastIndex((each) => 'plusMs' in each && each.fromMs + each.plusMs <= clockMs)
  const stretch = stretches[index]
  if (!stretch || !('plusMs' in stretch)) return clockMs
  return Math.min(clockMs - stretch.plusMs, stretches[index + 1]?.fromMs ?? Infinity)
}

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

const DAY = divisionOf('DAY', 1)
const HAS_ZONE = /^.{11}[^Z+-]*(?:Z|[+-]\d\d(?::?\d\d)?)$/i

/** The first instant at which clocks of a zone show a reading, given as if it were UTC, or a later one. */
export const instantOfReading = (zone: Zone, clockMs: number): number =>
  instantOf(createBucketClock(zone, DAY, clockMs, clockMs), clockMs)

/**
 * Reads a date or timestamp in milliseconds since 1970. Without an offset it is what clocks of the zone show.
 *
 * @throws AdminError `INVALID_PARAMETER`.
 */
export const readInstant = (text: string, zone: Zone, field: string): number => {
  const utc = timestampInUtc(text)
  if (utc === null)
    throw new AdminError('INVALID_PARAMETER', `'${field}' is no date or timestamp such as 2024-03-31T02:00:00Z`)
  const ms = Math.floor(Date.parse(utc))
  return HAS_ZONE.test(text) ? ms : instantOfReading(zone, ms)
}
