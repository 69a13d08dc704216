import { Backoff } from '../../../../srv/platform/process/workers.ts'

const times = (count: number, livedMs: number, backoff: Backoff): number[] =>
  Array.from({ length: count }, () => backoff.next(livedMs))

test('the wait doubles for what ends at once again and again, up to half a minute', () => {
  expect(times(10, 0, new Backoff())).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
})

test('what is alone is never waited for long, and counts as any other when it no longer is', () => {
  const backoff = new Backoff()
  times(6, 0, backoff)
  expect([backoff.next(0, true), backoff.next(0, true), backoff.next(0)]).toEqual([1_000, 1_000, 30_000])
  expect(new Backoff().next(0, true)).toBe(250)
})

test('what has run for a minute is started again as the first time', () => {
  const backoff = new Backoff()
  times(5, 59_999, backoff)
  expect([backoff.next(60_000), backoff.next(0)]).toEqual([250, 500])
})
