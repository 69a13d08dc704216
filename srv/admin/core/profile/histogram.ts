import { roundNumber } from '../statistics.ts'

/** Parts of equal width from the least to the greatest value; one part when these are the same. */
export interface Bins {
  readonly low: number
  readonly high: number
  readonly width: number
  readonly count: number
}

/**
 * @param isWhole the values are whole numbers: then each part holds as many of them, and none is empty for want of any.
 * @returns null where no width can be told, since the range is too wide for a number.
 */
export const binsOf = (low: number, high: number, wanted: number, isWhole = false): Bins | null => {
  if (isWhole && Number.isSafeInteger(low) && Number.isSafeInteger(high) && high > low) {
    const step = Math.ceil((high - low + 1) / wanted)
    return { low, high, width: step, count: Math.ceil((high - low + 1) / step) }
  }
  const width = (high - low) / wanted
  if (!Number.isFinite(width)) return null
  // A range narrower than its numbers are fine has one bin, too.
  return low + width > low ? { low, high, width, count: wanted } : { low, high, width: high - low, count: 1 }
}

/** Each bin with its bounds: the upper one belongs to the next bin, but for the last. */
export const histogramOf = (
  { low, high, width, count }: Bins,
  counts: ReadonlyMap<number, number>,
): { from: number; to: number; count: number }[] =>
  Array.from({ length: count }, (_, index) => ({
    from: roundNumber(low + width * index),
    to: index === count - 1 ? high : roundNumber(low + width * (index + 1)),
    count: counts.get(index) ?? 0,
  }))
