import { RecentMap } from '../../../../srv/platform/plans/recent-map.ts'

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
