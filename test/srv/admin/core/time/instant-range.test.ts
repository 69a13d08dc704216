import { createBuckets, checkInstant, nearestInstant } from '../../../../../srv/admin/core/time/buckets.ts'
import { createZone } from '../../../../../srv/admin/core/time/zone.ts'

const LAST = 8_640_000_000_000_000

test('instants have a calendar up to the last one that dates have', () => {
  expect(checkInstant(-LAST)).toBe(-LAST)
  for (const ms of [LAST + 1, NaN, Infinity]) expect(() => checkInstant(ms)).toThrow(/beyond the years/)
  expect([nearestInstant(Infinity), nearestInstant(-LAST - 1), nearestInstant(5)]).toEqual([LAST, -LAST, 5])
})

test('buckets end where the calendar does, with an error and not with an endless search', () => {
  const buckets = createBuckets({ interval: 'YEAR', size: 10_000, zone: createZone('UTC'), fromMs: 0, toMs: LAST })
  expect(() => [...buckets.list(0, Infinity)]).toThrow(/beyond the years/)
})
