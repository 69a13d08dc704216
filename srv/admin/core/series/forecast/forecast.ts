import { AdminError } from '../../errors.ts'
import { holtWinters, type FittedModel, sumOfSquares, minimize } from './holt-winters.ts'
import { mean } from '../../statistics.ts'

interface Line {
  /** Value at index 0. */
  readonly intercept: number
  readonly slope: number
}

/** The straight line with the least squares of errors; at least two values. */
const lineThrough = (values: readonly number[]): Line => {
  const middle = (values.length - 1) / 2
  const center = mean(values)
  const slope =
    values.reduce((sum, value, index) => sum + (index - middle) * (value - center), 0) / spreadOf(values.length)
  return { intercept: center - slope * middle, slope }
}

/** Sum of the squared distances of the first indices from their middle. */
const spreadOf = (count: number): number => (count * (count * count - 1)) / 12

/** Goes on along the line with the least squares of errors. */
const linear = (values: readonly number[]): FittedModel => {
  const count = values.length
  const { intercept, slope } = lineThrough(values)
  const squares = sumOfSquares(values.map((value, index) => value - intercept - slope * index))
  const sigma = Math.sqrt(squares / (count - 2))
  return {
    parameters: { intercept, slope },
    rmse: Math.sqrt(squares / count),
    at: (step) => {
      const x = count - 1 + step
      const deviation = sigma * Math.sqrt(1 + 1 / count + (x - (count - 1) / 2) ** 2 / spreadOf(count))
      return { value: intercept + slope * x, deviation }
    },
  }
}

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
function* holt(values: readonly number[]): Generator<void, FittedModel> {
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

/** Everything stays as it is: a random walk. */
const naive = (values: readonly number[]): FittedModel => {
  const last = values.at(-1) ?? NaN
  const errors = values.slice(1).map((value, index) => value - (values[index] ?? NaN))
  const rmse = Math.sqrt(sumOfSquares(errors) / errors.length)
  return { parameters: {}, rmse, at: (step) => ({ value: last, deviation: rmse * Math.sqrt(step) }) }
}

/** Goes on as it went from the first value to the last: a random walk with drift. */
const drift = (values: readonly number[]): FittedModel => {
  const last = values.at(-1) ?? NaN
  const steps = values.length - 1
  const slope = (last - (values[0] ?? NaN)) / steps
  const squares = sumOfSquares(values.slice(1).map((value, index) => value - (values[index] ?? NaN) - slope))
  const sigma = Math.sqrt(squares / (steps - 1))
  return {
    parameters: { slope },
    rmse: Math.sqrt(squares / steps),
    at: (step) => ({ value: last + slope * step, deviation: sigma * Math.sqrt(step * (1 + step / steps)) }),
  }
}

export const FORECAST_METHODS = ['naive', 'drift', 'linear', 'holt', 'holtWinters'] as const
export type ForecastMethod = (typeof FORECAST_METHODS)[number]

/** Half the width of the interval that holds 95 of 100 normal values, in standard deviations. */
const NORMAL_95 = 1.959963984540054

export interface Forecast {
  readonly parameters: Readonly<Record<string, number>>
  /** Root mean square of what the model missed the next value by, over the known values. */
  readonly rmse: number
  /** Value of each step ahead, with the bounds that hold it in 95 of 100 cases if errors are normal. */
  readonly steps: readonly { readonly value: number; readonly lower: number; readonly upper: number }[]
}

export interface ForecastOptions {
  readonly method: ForecastMethod
  readonly horizon: number
  /** Steps of a season, at least 2; for `holtWinters` only. */
  readonly season: number
}

export const minimumPoints = (method: ForecastMethod, season: number): number =>
  ({ naive: 2, drift: 3, linear: 3, holt: 4, holtWinters: 2 * season + 3 })[method]

/**
 * Continues a series of evenly spaced values. A generator that yields between pieces of work, so that the caller can
 * let others have their turn.
 *
 * @throws AdminError `INVALID_PARAMETER` for too few values.
 */
export function* forecast(
  values: readonly number[],
  { method, horizon, season }: ForecastOptions,
): Generator<void, Forecast> {
  const minimum = minimumPoints(method, season)
  if (values.length < minimum)
    throw new AdminError('INVALID_PARAMETER', `Method '${method}' needs ${minimum} values; there are ${values.length}`)
  const { parameters, rmse, at } = yield* fit(values, method, season)
  const steps = Array.from({ length: horizon }, (_, index) => {
    const { value, deviation } = at(index + 1)
    return { value, lower: value - NORMAL_95 * deviation, upper: value + NORMAL_95 * deviation }
  })
  return { parameters, rmse, steps }
}

function* fit(values: readonly number[], method: ForecastMethod, season: number): Generator<void, FittedModel> {
  switch (method) {
    case 'naive':
      return naive(values)
    case 'drift':
      return drift(values)
    case 'linear':
      return linear(values)
    case 'holt':
      return yield* holt(values)
    case 'holtWinters':
      return yield* holtWinters(values, season)
  }
}
