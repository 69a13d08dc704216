import fc from 'fast-check'
import { type Buckets, createBuckets } from '../../../../srv/admin/core/time/buckets.ts'
import { type Interval, INTERVALS } from '../../../../srv/admin/core/time/intervals.ts'
import { createZone } from '../../../../srv/admin/core/time/zone.ts'
import { runs } from '../../../support/long.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns', // set its clocks at 00:01
  'America/Havana', // repeats the hour after midnight
  'Australia/Lord_Howe', // by half an hour
  'Asia/Kathmandu',
  'Africa/Casablanca', // four times a year
  'Pacific/Apia', // left out a day
  'Africa/Monrovia', // odd minutes and seconds
]
const FIRST = Date.UTC(1975, 0)
const LAST = Date.UTC(2035, 0)

const range = (interval: Interval, size: number, zone: string, from: number, to: number): Buckets =>
  createBuckets({ interval, size, zone: createZone(zone), fromMs: from, toMs: to })

/** What a clock on the wall of the zone shows, by Intl. */
const wall = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  return (instant: number): string => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
    return `${String(parts['year']).padStart(4, '0')}-${String(parts['month'])}-${String(parts['day'])}T${String(parts['hour'])}:${String(parts['minute'])}:${String(parts['second'])}`
  }
}

/** Start of the cell that a reading lies in, by plain calendar arithmetic. */
const floorReading = (reading: string, interval: Interval): string => {
  const [date = '', time = ''] = reading.split('T')
  const [year = '', month = ''] = date.split('-')
  switch (interval) {
    case 'SECOND':
      return reading
    case 'MINUTE':
      return `${date}T${time.slice(0, 5)}:00`
    case 'HOUR':
      return `${date}T${time.slice(0, 2)}:00:00`
    case 'DAY':
      return `${date}T00:00:00`
    case 'WEEK': {
      const day = new Date(`${date}T00:00:00Z`)
      day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
      return day.toISOString().slice(0, 19)
    }
    case 'MONTH':
      return `${year}-${month}-01T00:00:00`
    case 'QUARTER':
      return `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01T00:00:00`
    case 'YEAR':
      return `${year}-01-01T00:00:00`
  }
}

const anyCase = fc.record({
  zone: fc.constantFrom(...ZONES),
  interval: fc.constantFrom(...INTERVALS),
  size: fc.integer({ min: 1, max: 40 }),
  instant: fc.integer({ min: FIRST, max: LAST }),
})

/** Instants close to where clocks are set, which chance would hardly find. */
const nearTransition = (zone: string, instant: number): number => {
  const [next] = createZone(zone).transitions(instant, instant + 400 * DAY)
  return next ? next.atMs + (instant % (3 * HOUR)) : instant
}

test('every instant lies in one bucket, between its start and that of the next', () => {
  fc.assert(
    fc.property(anyCase, fc.boolean(), ({ zone, interval, size, instant }, isNear) => {
      const at = isNear ? nearTransition(zone, instant) : instant
      const buckets = range(interval, size, zone, at, at)
      const number = buckets.numberAt(at)
      const start = buckets.startOf(number)
      const [next] = [...buckets.list(number + 1, number + 100)]
      expect(start).toBeLessThanOrEqual(at)
      expect(next?.startMs).toBeGreaterThan(at)
      expect(buckets.numberAt(start)).toBe(number)
      expect(buckets.numberAt(start - 1)).toBeLessThan(number)
    }),
    { numRuns: runs(30, 400) },
  )
})

test('buckets of one unit begin where the calendar of the zone begins it', () => {
  fc.assert(
    fc.property(anyCase, ({ zone, interval, instant }) => {
      const clock = wall(zone)
      const start = range(interval, 1, zone, instant, instant).startOf(
        range(interval, 1, zone, instant, instant).numberAt(instant),
      )
      const wanted = floorReading(clock(instant), interval)
      // Where the calendar has no such reading, because clocks were set forward, the bucket begins right behind.
      const isThere = clock(start) === wanted || (clock(start) > wanted && clock(start - 1000) < wanted)
      // Clocks that were set back show a reading of the bucket before once more.
      const wasSetBack = createZone(zone)
        .transitions(instant - 2 * DAY, instant)
        .some((each) => each.afterMs < each.beforeMs)
      expect(isThere || wasSetBack).toBe(true)
    }),
    { numRuns: runs(30, 400) },
  )
})

const starts = (interval: Interval, size: number, zone: string, from: string, to: string): string[] => {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  const buckets = range(interval, size, zone, fromMs, toMs)
  return [...buckets.list(buckets.numberAt(fromMs), buckets.numberAt(toMs - 1))].map(({ startMs }) =>
    new Date(startMs).toISOString().slice(0, 16),
  )
}

test('the day on which clocks are set back has 25 hours, the one on which they are set forward 23', () => {
  const back = starts('HOUR', 1, 'Europe/Berlin', '2024-10-26T22:00Z', '2024-10-27T23:00Z')
  expect(back).toHaveLength(25)
  expect(back.slice(0, 4)).toEqual(['2024-10-26T22:00', '2024-10-26T23:00', '2024-10-27T00:00', '2024-10-27T01:00'])
  expect(starts('HOUR', 1, 'Europe/Berlin', '2024-03-30T23:00Z', '2024-03-31T22:00Z')).toHaveLength(23)
  expect(starts('DAY', 1, 'Europe/Berlin', '2024-03-30T23:00Z', '2024-04-01T22:00Z')).toEqual([
    '2024-03-30T23:00',
    '2024-03-31T22:00',
  ])
})

test('six hours stay six hours of the wall clock', () => {
  expect(starts('HOUR', 6, 'Europe/Berlin', '2024-10-26T22:00Z', '2024-10-27T23:00Z')).toEqual([
    '2024-10-26T22:00',
    '2024-10-27T05:00',
    '2024-10-27T11:00',
    '2024-10-27T17:00',
  ])
})

test('minutes that a clock shows twice are two buckets, also where they do not fit the setting', () => {
  // 01:50 becomes 01:30 at 15:00Z in a zone that sets its clocks by half an hour: 02:00 -> 01:30.
  expect(starts('MINUTE', 20, 'Australia/Lord_Howe', '2024-04-06T14:20Z', '2024-04-06T16:00Z')).toEqual([
    '2024-04-06T14:20',
    '2024-04-06T14:40',
    '2024-04-06T15:00',
    '2024-04-06T15:10',
    '2024-04-06T15:30',
    '2024-04-06T15:50',
  ])
})

test('weeks begin on Monday, quarters and years with the calendar', () => {
  expect(starts('WEEK', 1, 'UTC', '2024-01-01T00:00Z', '2024-01-15T00:00Z')).toEqual([
    '2024-01-01T00:00',
    '2024-01-08T00:00',
  ])
  expect(starts('QUARTER', 1, 'UTC', '2023-12-31T00:00Z', '2024-04-02T00:00Z')).toEqual([
    '2023-10-01T00:00',
    '2024-01-01T00:00',
    '2024-04-01T00:00',
  ])
  expect(starts('YEAR', 10, 'UTC', '1999-01-01T00:00Z', '2011-01-01T00:00Z')).toEqual([
    '1990-01-01T00:00',
    '2000-01-01T00:00',
    '2010-01-01T00:00',
  ])
  expect(starts('MONTH', 1, 'UTC', '0099-12-15T00:00Z', '0100-01-15T00:00Z')).toEqual([
    '0099-12-01T00:00',
    '0100-01-01T00:00',
  ])
})

test('a range in which clocks are set too often to write it down is refused', () => {
  expect(() => range('DAY', 1, 'Europe/Berlin', Date.UTC(1900, 0), Date.UTC(9000, 0))).toThrow('LIMIT_TOO_LARGE')
  expect(range('DAY', 1, 'Asia/Tokyo', Date.UTC(1900, 0), Date.UTC(9000, 0)).stretches.length).toBeLessThan(20)
})
