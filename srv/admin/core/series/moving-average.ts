import { mean } from '../statistics.ts'

/**
 * The mean of each value and those before it, `size` in all. Values that are missing are left out; null until the
 * window is full, and where it holds no value at all.
 */
export const movingAverage = (values: readonly (number | null)[], size: number): (number | null)[] =>
  values.map((_, index) => {
    if (index < size - 1) return null
    const present = values.slice(index - size + 1, index + 1).filter((value) => value !== null)
    return present.length === 0 ? null : mean(present)
  })
