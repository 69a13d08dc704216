import { type FittedModel, sumOfSquares } from './model.ts'

/** Goes on as it went from the first value to the last: a random walk with drift. */
export const drift = (values: readonly number[]): FittedModel => {
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
