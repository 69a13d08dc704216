import { RecentMap } from '../../../srv/read-cache/recent-map.ts'

test('what was not asked for longest makes room', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  expect(map.get('a')).toBe(1)
  map.set('c', 3)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
  map.clear()
  expect(map.get('a')).toBeUndefined()
})

test('a new value takes the place of the old one', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1)
  map.set('a', 2)
  map.set('b', 3)
  expect([map.get('a'), map.get('b')]).toEqual([2, 3])
})

test('what is new stays, though all that was there before is used', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  expect([map.get('a'), map.get('b')]).toEqual([1, 2])
  map.set('c', 3)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 2, 3])
})

test('entries can have weights: what is too heavy is not kept, and drives out nothing but what it replaces', () => {
  const map = new RecentMap<string, number>(10, (_, value) => value)
  map.set('a', 4)
  map.set('b', 5)
  map.set('c', 11)
  expect([map.has('a'), map.has('b'), map.has('c'), map.size, map.weight]).toEqual([true, true, false, 2, 9])
  map.set('d', 6)
  expect([map.has('a'), map.has('b'), map.has('d'), map.weight]).toEqual([false, false, true, 6])
  map.set('d', 11)
  expect([map.size, map.weight]).toEqual([0, 0])
})
