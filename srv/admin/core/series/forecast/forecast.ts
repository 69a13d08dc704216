import { AdminError } from '../../../errors.ts'
import { holt } from './holt.ts'
import { holtWinters } from './holt-winters.ts'
import { linear } from './linear.ts'
import { type FittedModel, sumOfSquares } from './model.ts'

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
