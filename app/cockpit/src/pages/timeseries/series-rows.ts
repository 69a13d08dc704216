import type { Series } from '../../parts/time-chart/series.ts'

/** A row of the table beside the chart. */
export interface SeriesRow {
  readonly time: number
  readonly value: number | null
  readonly finding: 'anomaly' | 'forecast' | null
  readonly score: number | null
  readonly lower: number | null
  readonly upper: number | null
}

/** Chart and table tell the same: points, with what was found at them, and what is expected after them. */
export const rowsOf = (series: Series, scores: ReadonlyMap<number, number | null>): SeriesRow[] => {
  const anomalies = new Set(series.anomalies.map(({ time }) => time))
  const known = series.points.map(({ time, value }): SeriesRow => {
    const isAnomaly = anomalies.delete(time)
    const finding = isAnomaly ? 'anomaly' : null
    return { time, value, finding, score: isAnomaly ? (scores.get(time) ?? null) : null, lower: null, upper: null }
  })
  const expected = series.forecast.map((point): SeriesRow => ({ ...point, finding: 'forecast', score: null }))
  return [...known, ...expected]
}
