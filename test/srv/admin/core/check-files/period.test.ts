import fc from 'fast-check'
import { dueSlots, nextSlot, readPeriod, secondsOf } from '../../../../../srv/admin/core/check-files/period.ts'

test('a period is a number and a unit', () => {
  expect(['1 second', '15 minutes', '2 hours', '1 day', '4 weeks'].map(secondsOf)).toEqual([
    ...[1, 900, 7_200, 86_400, 2_419_200],
  ])
  for (const text of ['', '0 seconds', '5 weeks', '29 days', '1 month', '1.5 hours', ' 1 day', 'day', '-1 day'])
    expect(secondsOf(text)).toBeUndefined()
  expect(() => readPeriod(15, 'books.yaml:2:8')).toThrow(expect.objectContaining({ code: 'INVALID_RULE' }))
})

test('what is due are all beginnings of periods after the last one, up to now', () => {
  const time = fc.integer({ min: 0, max: 4_000_000_000_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_419_200 }),
      time,
      fc.integer({ min: 0, max: 50 }),
      (seconds, now, missed) => {
        const period = 1_000 * seconds
        const [current] = dueSlots(period, null, now, 1_000) as [number]
        expect(current % period).toBe(0)
        expect(now - current).toBeLessThan(period)
        expect(nextSlot(period, now)).toBe(current + period)
        const due = dueSlots(period, current - missed * period, now, 30)
        expect(due).toHaveLength(Math.min(missed, 30))
        expect(due).toEqual(due.map((_, index) => current - (due.length - 1 - index) * period))
      },
    ),
  )
})

test('a clock that was set back makes nothing due', () => {
  expect(dueSlots(1_000, 10_000, 5_000, 100)).toEqual([])
})
