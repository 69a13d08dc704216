import { AdminError } from '../errors.ts'
import { timestampInUtc } from '../timestamps.ts'
import { createBucketClock, instantOf } from './bucket-clock.ts'
import { divisionOf } from './intervals.ts'
import type { Zone } from './zone.ts'

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
