import type { TimeSeries } from '../time-series.ts'

/** Milliseconds are as fine as SQLite reads: further digits are cut here, since it would round them. */
export const timeSeries: TimeSeries = {
  epochMs: ({ kind }, sql) =>
    kind === 'date'
      ? `CASE typeof(${sql}) WHEN 'text' THEN unixepoch(substr(${sql}, 1, 10)) * 1000 END`
      : `CASE WHEN typeof(${sql}) <> 'text' THEN NULL
              WHEN ${sql} GLOB '????-??-??T??:??:??.???*Z' THEN CAST(round(unixepoch(substr(${sql}, 1, 23), 'subsec') * 1000) AS INTEGER)
              ELSE CAST(round(unixepoch(${sql}, 'subsec') * 1000) AS INTEGER) END`,
  step: (ms, stepMs, originMs) => `CAST(floor((${ms} - (${originMs})) / ${stepMs}.0) AS INTEGER)`,
  month: (ms) => {
    const part = (format: string): string =>
      `CAST(strftime('${format}', floor(${ms} / 1000.0), 'unixepoch') AS INTEGER)`
    return `${part('%Y')} * 12 + ${part('%m')} - 1`
  },
  floorDivide: (sql, divisor) => `CAST(floor((${sql}) / ${divisor}.0) AS INTEGER)`,
}
