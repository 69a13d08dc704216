import { ExpiringMap } from '../../../../srv/platform/guard/request-rate.ts'

let now = 0
const create = (capacity = 3): ExpiringMap<string> => new ExpiringMap(1000, capacity, () => now)

beforeEach(() => {
  now = 0
})

test('an entry lives until its time is over', () => {
  const map = create()
  map.set('a', 'A')
  now = 999
  expect(map.get('a')).toBe('A')
  expect(map.remainingMs('a')).toBe(1)
  now = 1000
  expect(map.get('a')).toBeUndefined()
  expect(map.remainingMs('a')).toBe(0)
})

test('setting an entry again starts its time anew', () => {
  const map = create()
  map.set('a', 'A')
  now = 900
  map.set('a', 'B')
  now = 1800
  expect(map.get('a')).toBe('B')
})

test('the oldest entry makes room in a full map', () => {
  const map = create(2)
  map.set('a', 'A')
  map.set('b', 'B')
  map.set('a', 'A')
  map.set('c', 'C')
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual(['A', undefined, 'C', 2])
})

test('an entry can have a time of its own, and can be taken out', () => {
  const map = create()
  map.set('a', 'A', 10)
  map.set('b', 'B')
  map.delete('b')
  expect([map.remainingMs('a'), map.get('b')]).toEqual([10, undefined])
})

test('a clock that is set changes nothing', () => {
  jest.useFakeTimers({ doNotFake: ['performance'] })
  const map = new ExpiringMap<string>(60_000, 3)
  map.set('a', 'A')
  jest.setSystemTime(Date.now() - 3_600_000)
  expect(map.remainingMs('a')).toBeLessThanOrEqual(60_000)
  jest.setSystemTime(Date.now() + 7_200_000)
  expect(map.get('a')).toBe('A')
  jest.useRealTimers()
})
