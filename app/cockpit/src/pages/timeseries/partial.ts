import type { SeriesPoint } from '../../parts/time-chart/series.ts'

const DAY_MS = 86_400_000
/** About how long periods are, so that data that ends a day before their end still fills them. */
const LENGTHS: Readonly<Record<string, number>> = {
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: DAY_MS,
  WEEK: 7 * DAY_MS,
  MONTH: 28 * DAY_MS,
  QUARTER: 90 * DAY_MS,
  YEAR: 365 * DAY_MS,
}

/**
 * Marks the first and the last period where data begins or ends within them: they cannot be compared with whole ones.
 *
 * @param points in the order of time, at the starts of their periods.
 * @param span the first and the last instant that there is data of, in milliseconds since 1970; NaN where there is none.
 */
export const markPartial = <Point extends SeriesPoint>(
  points: readonly Point[],
  [earliest, latest]: readonly [number, number],
  interval: string,
): (Point & { readonly isPartial?: boolean })[] => {
  const length = LENGTHS[interval] ?? 0
  // Dates tell no hours, so a period of days is whole when its last day is there.
  const slack = length >= DAY_MS ? DAY_MS : length / 24
  return points.map((point, index) => {
    const beginsLate = index === 0 && earliest >= point.time + slack
    const endsEarly = index === points.length - 1 && latest < point.time + length - slack
    return length > 0 && (beginsLate || endsEarly) ? { ...point, isPartial: true } : point
  })
}
