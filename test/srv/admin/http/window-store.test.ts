import { WindowStore } from '../../../../srv/admin/http/rate-limit.ts'

const create = (): WindowStore => {
  const store = new WindowStore()
  store.init({ windowMs: 60_000 })
  return store
}

afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

test('counts within a window that the first hit opens', () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000)
  const store = create()
  expect([store.increment('a').totalHits, store.increment('a').totalHits, store.increment('b').totalHits]).toEqual([
    1, 2, 1,
  ])
  store.decrement('a')
  now.mockReturnValue(60_999)
  expect(store.increment('a').totalHits).toBe(2)
  now.mockReturnValue(61_000)
  expect(store.increment('a').totalHits).toBe(1)
  store.resetKey('a')
  expect(store.increment('a').totalHits).toBe(1)
})

test('a clock that is set back makes no window longer', () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000)
  jest.useFakeTimers({ doNotFake: ['performance'] })
  const store = create()
  for (let n = 0; n < 5; n++) store.increment('a')
  jest.setSystemTime(Date.now() - 3_600_000)
  expect(store.increment('a').resetTime?.getTime()).toBe(Date.now() + 60_000)
  now.mockReturnValue(61_000)
  expect(store.increment('a').totalHits).toBe(1)
})

test('keeps a bounded number of keys, the latest', () => {
  const store = create()
  store.increment('first')
  for (let n = 0; n < 50_000; n++) store.increment(String(n))
  expect([store.increment('first').totalHits, store.increment('49999').totalHits]).toEqual([1, 2])
})
