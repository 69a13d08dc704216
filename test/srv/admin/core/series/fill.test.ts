import { type Fill, fillValues, type Point } from '../../../../../srv/admin/core/series/fill.ts'

const points: readonly Point[] = [null, 2, null, null, 8, null].map((value, index) => ({ timeMs: index * 10, value }))

test.each<[Fill, (number | null)[]]>([
  ['none', [null, 2, null, null, 8, null]],
  ['null', [null, 2, null, null, 8, null]],
  ['zero', [0, 2, 0, 0, 8, 0]],
  ['locf', [null, 2, 2, 2, 8, 8]],
  ['linear', [null, 2, 4, 6, 8, null]],
])('%s', (fill, expected) => {
  expect(fillValues(points, fill)).toEqual(expected)
})

test('a line follows the time, not the number of buckets', () => {
  const uneven = [
    { timeMs: 0, value: 0 },
    { timeMs: 30, value: null },
    { timeMs: 40, value: 4 },
  ]
  expect(fillValues(uneven, 'linear')).toEqual([0, 3, 4])
})
