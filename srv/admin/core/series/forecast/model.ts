/** A model that has been fitted to the known values. */
export interface FittedModel {
  readonly parameters: Readonly<Record<string, number>>
  readonly rmse: number
  /** The value a number of steps ahead, from 1, and the standard deviation of its error. */
  readonly at: (step: number) => { readonly value: number; readonly deviation: number }
}

export const sumOfSquares = (values: readonly number[]): number => values.reduce((sum, value) => sum + value * value, 0)
