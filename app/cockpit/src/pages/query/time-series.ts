import type { GridRow } from '../../parts/grid/grid-column.ts'
import type { Series } from '../../parts/time-chart/series.ts'
import { lengthOf } from './chart-columns.ts'

/** Dates, points in time and months, as engines and JSON write them. */
const INSTANT =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?(?:Z|[+-]\d{2}(?::?\d{2})?))?)?)?$/

/** An instant in milliseconds since 1970, in UTC where it has no offset; undefined for what is none. */
export const instantOf = (value: unknown): number | undefined => {
  if (typeof value !== 'string') return undefined
  const [, year, month, day, hour] = INSTANT.exec(value) ?? []
  if (year === undefined) return undefined
  const text = day === undefined ? `${year}-${String(month)}-01` : value.replace(' ', 'T').replace(' ', '')
  const hasZone = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(text.slice(11))
  // An offset of hours alone is none to a browser.
  const full = text.replace(/([+-]\d{2})$/, (offset) => (hasZone ? `${offset}:00` : offset))
  const instant = Date.parse(hour === undefined || hasZone ? full : `${full}Z`)
  return Number.isNaN(instant) ? undefined : instant
}

/** Columns of which every value is an instant or NULL, and one is not. */
export const timeColumns = (names: readonly string[], rows: readonly GridRow[]): string[] =>
  names.filter((name) => {
    const values = rows.map((row) => row[name]).filter((value) => value !== null)
    return values.length > 0 && values.every((value) => instantOf(value) !== undefined)
  })

const DAY_MS = 86_400_000

/** Rows as a line over time, and about how far its points are apart; rows without a time are left out. */
export const seriesOf = (
  rows: readonly GridRow[],
  time: string,
  measure: string,
): { series: Series; interval: 'MINUTE' | 'DAY' | 'MONTH' } => {
  const points = rows
    .flatMap((row) => {
      const instant = instantOf(row[time])
      return instant === undefined ? [] : [{ time: instant, value: lengthOf(row[measure]) ?? null }]
    })
    .sort((a, b) => a.time - b.time)
  const isMonthly = rows.every((row) => typeof row[time] !== 'string' || row[time].length <= 'YYYY-MM'.length)
  const isDaily = points.every((point) => point.time % DAY_MS === 0)
  return {
    series: { points, anomalies: [], forecast: [] },
    interval: isMonthly ? 'MONTH' : isDaily ? 'DAY' : 'MINUTE',
  }
}
