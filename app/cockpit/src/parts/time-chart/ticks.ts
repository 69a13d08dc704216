/** Round numbers from below the least to above the greatest value, about as many as wanted. */
export const niceTicks = (least: number, most: number, wanted = 5): readonly number[] => {
  if (!Number.isFinite(least) || !Number.isFinite(most)) return [0, 1]
  const size = Math.max(Math.abs(least), Math.abs(most))
  // What cannot be told apart as numbers of twelve digits is drawn as one value.
  const isOne = most - least <= 1e-9 * size || size < 1e-200
  const span = isOne ? (size < 1e-200 ? 1 : size) : most - least
  const rough = span / Math.max(1, wanted)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  const first = Math.floor(least / step)
  const last = Math.ceil(most / step)
  const count = Math.max(1, last - first)
  return Array.from({ length: count + 1 }, (_, index) => Number(((first + index) * step).toPrecision(15)))
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Steps between instants, as a reader counts them. */
const STEPS = [
  ...[1_000, 5_000, 15_000, 30_000, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY],
]
const MONTH = 30.44 * DAY
const MONTHS = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1_200]

/** Round instants in UTC within a span of time, at most as many as wanted and two more. In milliseconds since 1970. */
export const timeTicks = (from: number, to: number, wanted = 6): readonly number[] => {
  const rough = (to - from) / Math.max(1, wanted)
  const step = STEPS.find((each) => each >= rough)
  if (step !== undefined) {
    const first = Math.ceil(from / step)
    return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) => (first + index) * step)
  }
  const months = MONTHS.find((each) => each * MONTH >= rough) ?? 1_200
  const ticks: number[] = []
  const start = new Date(from)
  const index = start.getUTCFullYear() * 12 + start.getUTCMonth()
  for (let month = Math.floor(index / months) * months; ; month += months) {
    const tick = instantOf(month)
    if (tick > to) return ticks
    if (tick >= from) ticks.push(tick)
  }
}

// `Date.UTC` takes the years 0 to 99 for those of the last century.
const instantOf = (month: number): number => new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1)

export const INTERVALS = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const
export type Interval = (typeof INTERVALS)[number]
const LENGTHS: Readonly<Record<Interval, number>> = {
  SECOND: 1_000,
  MINUTE,
  HOUR,
  DAY,
  WEEK: 7 * DAY,
  MONTH,
  QUARTER: 3 * MONTH,
  YEAR: 12 * MONTH,
}
/** More points than this are hard to tell apart. */
const READABLE = 120

/** The finest interval in which a span of time still can be read. */
export const suggestInterval = (from: number, to: number): Interval =>
  INTERVALS.find((interval) => (to - from) / LENGTHS[interval] <= READABLE) ?? 'YEAR'
