import { movingAverage } from '../../../../../srv/admin/operations/system/timeseries-tools/aggregate.ts'

test('averages the last values, leaves missing ones out, and waits until its window is full', () => {
  expect(movingAverage([1, 2, 3, 10], 2)).toEqual([null, 1.5, 2.5, 6.5])
  expect(movingAverage([1, null, 3, null, null], 2)).toEqual([null, 1, 3, 3, null])
})
