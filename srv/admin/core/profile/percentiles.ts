import { interpolate, quantilePosition } from '../statistics.ts'

export const PERCENTILES = { p25: 0.25, median: 0.5, p75: 0.75 } as const
export type Percentiles = { readonly [name in keyof typeof PERCENTILES]: number }

/** One of the distinct values, in their order: the ranks from `from` up to but without `to`, counted from 0, have it. */
export interface Rank {
  readonly value: number
  readonly from: number
  readonly to: number
}

/** The ranks that have to be known to tell the percentiles of so many values. */
export const neededRanks = (count: number): number[] =>
  count === 0
    ? []
    : [
        ...new Set(
          Object.values(PERCENTILES).flatMap((share) => {
            const { lower, upper } = quantilePosition(share, count)
            return [lower, upper]
          }),
        ),
      ]

/** Percentiles as SQL's `percentile_cont` has them; null of nothing. */
export const percentilesOf = (count: number, ranks: readonly Rank[]): Percentiles | null => {
  if (count === 0) return null
  const at = (rank: number): number => ranks.find(({ from, to }) => from <= rank && rank < to)?.value ?? NaN
  const percentile = (share: number): number => {
    const { lower, upper, weight } = quantilePosition(share, count)
    return interpolate(at(lower), at(upper), weight)
  }
  return {
    p25: percentile(PERCENTILES.p25),
    median: percentile(PERCENTILES.median),
    p75: percentile(PERCENTILES.p75),
  }
}
