import { mean } from '../../statistics.ts'
import { sumOfSquares } from './model.ts'
import type { FittedModel } from './model.ts'

/** The straight line with the least squares of errors. */
export const linear = (values: readonly number[]): FittedModel => {
  const count = values.length
  const middle = (count - 1) / 2
  const center = mean(values)
  const spread = (count * (count * count - 1)) / 12
  const slope = values.reduce((sum, value, index) => sum + (index - middle) * (value - center), 0) / spread
  const intercept = center - slope * middle
  const squares = sumOfSquares(values.map((value, index) => value - intercept - slope * index))
  const sigma = Math.sqrt(squares / (count - 2))
  return {
    parameters: { intercept, slope },
    rmse: Math.sqrt(squares / count),
    at: (step) => {
      const x = count - 1 + step
      const deviation = sigma * Math.sqrt(1 + 1 / count + (x - middle) ** 2 / spread)
      return { value: intercept + slope * x, deviation }
    },
  }
}
