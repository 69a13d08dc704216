import fc from 'fast-check'
import {
  forecast,
  type Forecast,
  FORECAST_METHODS,
  type ForecastMethod,
  minimumPoints,
} from '../../../../../srv/admin/core/series/forecast/forecast.ts'
import { runs } from '../../../../support/long.ts'

const run = (values: readonly number[], method: ForecastMethod, horizon = 3, season = 4): Forecast => {
  const work = forecast(values, { method, horizon, season })
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}
const values = ({ steps }: Forecast): number[] => steps.map(({ value }) => value)
const line = Array.from({ length: 20 }, (_, index) => 5 + 2 * index)
const seasonal = Array.from({ length: 24 }, (_, index) => 100 + 3 * index + [5, -2, 0, -3][index % 4]!)

test('naive stays at the last value, and is as unsure as the series was restless', () => {
  const { rmse, steps } = run([1, 3, 2, 4], 'naive')
  expect(rmse).toBeCloseTo(Math.sqrt((4 + 1 + 4) / 3))
  expect(steps[0]).toEqual({ value: 4, lower: 4 - 1.959963984540054 * rmse, upper: 4 + 1.959963984540054 * rmse })
  expect((steps[2]?.upper ?? 0) - 4).toBeCloseTo(1.959963984540054 * rmse * Math.sqrt(3))
})

test('drift goes on from the first to the last value', () => {
  expect(values(run([1, 5, 4, 10], 'drift'))).toEqual([13, 16, 19])
})

test.each<ForecastMethod>(['drift', 'linear', 'holt'])('%s continues a straight line without error', (method) => {
  const found = run(line, method)
  expect(found.rmse).toBeCloseTo(0)
  expect(values(found).map((value) => Math.round(value * 1e6) / 1e6)).toEqual([45, 47, 49])
})

test('linear fits the line with the least squares', () => {
  const { parameters, rmse } = run([1, 2, 2, 5], 'linear')
  expect(parameters['slope']).toBeCloseTo(1.2)
  expect(parameters['intercept']).toBeCloseTo(0.7)
  expect(rmse).toBeCloseTo(Math.sqrt(0.45))
})

test('Holt-Winters continues a trend with a season without error', () => {
  const found = run(seasonal, 'holtWinters', 5)
  expect(found.rmse).toBeCloseTo(0)
  const expected = [177, 173, 178, 178, 189]
  for (const [index, value] of values(found).entries()) expect(value).toBeCloseTo(expected[index]!, 6)
})

test('smoothing is better than the best naive guess on noisy levels', () => {
  // A fixed sequence: the sine of squares looks like noise.
  const noisy = Array.from({ length: 200 }, (_, index) => 50 + Math.sin(index * index) * 5)
  expect(run(noisy, 'holt').rmse).toBeLessThan(run(noisy, 'naive').rmse * 0.8)
})

test('bounds enclose the value and do not narrow with time', () => {
  const series = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 12, maxLength: 30 })
  fc.assert(
    fc.property(series, fc.constantFrom(...FORECAST_METHODS), (given, method) => {
      let width = 0
      for (const { value, lower, upper } of run(given, method, 9).steps) {
        expect(lower).toBeLessThanOrEqual(value)
        expect(upper).toBeGreaterThanOrEqual(value)
        expect(upper - lower).toBeGreaterThanOrEqual(width - 1e-6)
        width = upper - lower
      }
    }),
    { numRuns: runs(20, 60) },
  )
})

test('too few values are refused with the number that is needed', () => {
  for (const method of FORECAST_METHODS) {
    const minimum = minimumPoints(method, 4)
    expect(run(line.slice(0, minimum), method).steps).toHaveLength(3)
    expect(() => run(line.slice(0, minimum - 1), method)).toThrow(`needs ${String(minimum)} values`)
  }
})
