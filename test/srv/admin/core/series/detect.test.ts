import { detectAnomalies, type Detector } from '../../../../../srv/admin/core/series/detect.ts'

const usual = [10, 11, 9, 10, 12, 10, 9, 11, 10, 10, 11, 9]

const anomalies = (values: readonly number[], method: Detector, threshold: number): number[] => {
  const { scores, isAnomaly } = detectAnomalies(values, method, threshold)
  return values.filter((_, index) => isAnomaly(scores[index] ?? 0))
}

test.each<[Detector, number]>([
  ['zscore', 3],
  ['iqr', 1.5],
  ['mad', 3.5],
])('%s finds what is far from the usual, on both sides, and nothing else', (method, threshold) => {
  expect(anomalies([...usual, 40], method, threshold)).toEqual([40])
  expect(anomalies([...usual, -40], method, threshold)).toEqual([-40])
  expect(anomalies(usual, method, threshold)).toEqual([])
})

test('the model is the one of the textbook', () => {
  expect(detectAnomalies([1, 2, 3, 4, 5], 'zscore', 3).model).toEqual({ mean: 3, stddev: Math.sqrt(2.5) })
  expect(detectAnomalies([1, 2, 3, 4, 5], 'iqr', 3).model).toEqual({ q1: 2, q3: 4 })
  expect(detectAnomalies([1, 2, 3, 4, 100], 'mad', 3).model).toEqual({ median: 3, mad: 1 })
  expect(detectAnomalies([1, 2, 3, 4, 100], 'mad', 3).scores.at(-1)).toBeCloseTo(65.43, 2)
})

test('a series without any change has no anomalies', () => {
  for (const method of ['zscore', 'iqr', 'mad'] as const) expect(anomalies([5, 5, 5, 5], method, 1)).toEqual([])
  expect(anomalies([5, 5, 5, 5, 6], 'mad', 3.5)).toEqual([6])
})

test('too few values are refused with the number that is needed', () => {
  expect(() => detectAnomalies([1, 2, 3], 'iqr', 1.5)).toThrow(/needs 4 values; there are 3/)
})
