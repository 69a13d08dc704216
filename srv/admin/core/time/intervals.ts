/** Units of time buckets. Those below a day have a fixed length; a day and more follow the calendar. */
export const INTERVALS = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const
export type Interval = (typeof INTERVALS)[number]

/** Length of the units that have one on a wall clock. */
const UNIT_MS: Partial<Record<Interval, number>> = {
  SECOND: 1_000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
  WEEK: 604_800_000,
}
const UNIT_MONTHS: Partial<Record<Interval, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 }
/** Monday, 29 December 1969. */
const FIRST_MONDAY_MS = -3 * 86_400_000
const MONTH_MS = 2_629_746_000

/**
 * How a wall clock is divided into cells of equal size, numbered from 1970: by a length from an origin, or by a number
 * of months counted from January of the year 0.
 */
export type Division =
  | { readonly by: 'length'; readonly stepMs: number; readonly originMs: number; readonly isBelowDay: boolean }
  | { readonly by: 'months'; readonly months: number }

export const divisionOf = (interval: Interval, size: number): Division => {
  const months = UNIT_MONTHS[interval]
  if (months !== undefined) return { by: 'months', months: months * size }
  return {
    by: 'length',
    stepMs: (UNIT_MS[interval] ?? 0) * size,
    originMs: interval === 'WEEK' ? FIRST_MONDAY_MS : 0,
    isBelowDay: interval !== 'DAY' && interval !== 'WEEK',
  }
}

/** Length of a cell, of which months have only a mean. */
export const meanLengthMs = (division: Division): number =>
  division.by === 'length' ? division.stepMs : division.months * MONTH_MS

/** Number of the cell that a time on the wall clock lies in; the clock's reading as if it were UTC. */
export const cellAt = (division: Division, clockMs: number): number => {
  if (division.by === 'length') return Math.floor((clockMs - division.originMs) / division.stepMs)
  const date = new Date(clockMs)
  return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / division.months)
}

/** Reading of the wall clock at which a cell begins. */
export const cellStart = (division: Division, cell: number): number => {
  if (division.by === 'length') return division.originMs + cell * division.stepMs
  const month = cell * division.months
  // Date.UTC takes the years 0 to 99 for those of the 20th century.
  return new Date(0).setUTCFullYear(Math.floor(month / 12), month - 12 * Math.floor(month / 12), 1)
}
