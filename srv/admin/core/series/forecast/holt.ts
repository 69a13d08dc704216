import { lineThrough } from './linear.ts'
import { minimize } from './minimize.ts'
import type { FittedModel } from './model.ts'

interface State {
  level: number
  trend: number
  squares: number
}

/** As many as say where a series starts. */
const FIRST_VALUES = 10

/**
 * Level and trend, both smoothed exponentially (Holt; ETS(A,A,N)), started from the line through the first values, with
 * the smoothing that would have foretold the known values best.
 *
 * @see https://otexts.com/fpp3/ets-forecasting.html for the variance of a forecast.
 */
export function* holt(values: readonly number[]): Generator<void, FittedModel> {
  const { point, cost } = yield* minimize(2, (candidate) => run(values, candidate).squares)
  const { level, trend } = run(values, point)
  const [alpha, beta] = smoothingOf(point)
  const variance = cost / Math.max(1, values.length - 4)
  return {
    parameters: { alpha, beta, level, trend },
    rmse: Math.sqrt(cost / values.length),
    at: (step) => ({
      value: level + trend * step,
      deviation: Math.sqrt(
        variance * (1 + (step - 1) * (alpha ** 2 + alpha * beta * step + (beta ** 2 * step * (2 * step - 1)) / 6)),
      ),
    }),
  }
}

/** The trend is never smoothed less than the level. */
const smoothingOf = ([a = 0, b = 0]: readonly number[]): [alpha: number, beta: number] => [a, a * b]

const run = (values: readonly number[], point: readonly number[]): State => {
  const [alpha, beta] = smoothingOf(point)
  const { intercept, slope } = lineThrough(values.slice(0, FIRST_VALUES))
  const state: State = { level: intercept - slope, trend: slope, squares: 0 }
  for (const value of values) {
    const expected = state.level + state.trend
    const error = value - expected
    state.level = expected + alpha * error
    state.trend += beta * error
    state.squares += error * error
  }
  return state
}
