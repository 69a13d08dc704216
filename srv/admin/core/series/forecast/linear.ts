import { mean } from '../../statistics.ts'
import { type FittedModel, sumOfSquares } from './model.ts'

interface Line {
  /** Value at index 0. */
  readonly intercept: number
  readonly slope: number
}

/** The straight line with the least squares of errors; at least two values. */
export const lineThrough = (values: readonly number[]): Line => {
  const middle = (values.length - 1) / 2
  const center = mean(values)
  const slope =
    values.reduce((sum, value, index) => sum + (index - middle) * (value - center), 0) / spreadOf(values.length)
  return { intercept: center - slope * middle, slope }
}

/** Sum of the squared distances of the first indices from their middle. */
const spreadOf = (count: number): number => (count * (count * count - 1)) / 12

/** Goes on along the line with the least squares of errors. */
export const linear = (values: readonly number[]): FittedModel => {
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
