/** Sums over values less a shift, which keeps the digits that a plain sum of squares would lose. */
export interface ShiftedSums {
  readonly count: number
  readonly shift: number
  /** Of the value less the shift. */
  readonly sum: number
  /** Of the square of that. */
  readonly squares: number
}

export interface Moments {
  readonly mean: number
  /** Of a sample, by n - 1; null for a single value. */
  readonly stddev: number | null
  /** Whether the shift was near enough to the mean for the deviation to have at least nine good digits. */
  readonly isExact: boolean
}

const MAX_CANCELLATION = 1e6

export const momentsOf = ({ count, shift, sum, squares }: ShiftedSums): Moments | null => {
  if (count === 0) return null
  const distance = sum / count
  const aroundMean = Math.max(0, squares - sum * distance)
  return {
    mean: shift + distance,
    stddev: count === 1 ? null : Math.sqrt(aroundMean / (count - 1)),
    isExact: sum * distance <= MAX_CANCELLATION * aroundMean,
  }
}
