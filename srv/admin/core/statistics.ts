/** Fifteen significant digits: as many as all engines agree on, whichever way they add up. */
export const roundNumber = (value: number): number => Number(value.toPrecision(15))

/** A rounded number, or null for one that JSON has no form for. */
export const finiteOrNull = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : roundNumber(value)

/** The same of whole numbers, of which engines agree on more: fifteen digits of large ones may be beyond the greatest. */
export const wholeOrNull = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER ? value : finiteOrNull(value)

/** A sum of 64 bits and more, by that of the upper 32 bits of each number and that of the lower ones. */
export const sumOfHalves = (upper: bigint, lower: bigint): bigint => (upper << 32n) + lower

/** Of whole numbers, whose sum a number may not hold. */
export const wholeMean = (sum: bigint, count: number): number =>
  Number(sum / BigInt(count)) + Number(sum % BigInt(count)) / count

/** Share of a whole in percent; null of nothing. Rounded to four digits behind the point. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1_000_000) / 10_000

export const mean = (values: readonly number[]): number => {
  let [sum, lost] = [0, 0]
  // Kahan's sum keeps what an addition loses.
  for (const value of values) {
    const next = value - lost
    const total = sum + next
    lost = total - sum - next
    sum = total
  }
  return sum / values.length
}

/** Of a sample, by n - 1; 0 for a single value. */
export const standardDeviation = (values: readonly number[], center = mean(values)): number =>
  values.length < 2
    ? 0
    : Math.sqrt(mean(values.map((value) => (value - center) ** 2)) * (values.length / (values.length - 1)))

/**
 * Where a quantile lies between the values of an ordered list, as SQL's `percentile_cont` has it.
 *
 * @param share 0 to 1. @param count at least 1.
 */
export const quantilePosition = (share: number, count: number) => {
  const position = share * (count - 1)
  const lower = Math.floor(position)
  return { lower, upper: Math.ceil(position), weight: position - lower }
}

export const interpolate = (lower: number, upper: number, weight: number): number => lower + (upper - lower) * weight

/** @param sorted ascending and not empty. */
export const quantile = (sorted: readonly number[], share: number): number => {
  const { lower, upper, weight } = quantilePosition(share, sorted.length)
  return interpolate(sorted[lower] ?? NaN, sorted[upper] ?? NaN, weight)
}

export const median = (values: readonly number[]): number => quantile(sortNumbers(values), 0.5)

export const sortNumbers = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)
