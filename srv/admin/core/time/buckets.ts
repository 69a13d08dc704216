import { clockAt, createBucketClock, instantOf, type Stretch } from './bucket-clock.ts'
import { checkInstant } from './instant-range.ts'
import { cellAt, cellStart, type Division, divisionOf, type Interval, meanLengthMs } from './intervals.ts'
import type { Zone } from './zone.ts'

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

export interface BucketOptions {
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
