import { type FittedModel, sumOfSquares } from './model.ts'

/** Everything stays as it is: a random walk. */
export const naive = (values: readonly number[]): FittedModel => {
  const last = values.at(-1) ?? NaN
  const errors = values.slice(1).map((value, index) => value - (values[index] ?? NaN))
  const rmse = Math.sqrt(sumOfSquares(errors) / errors.length)
  return { parameters: {}, rmse, at: (step) => ({ value: last, deviation: rmse * Math.sqrt(step) }) }
}
