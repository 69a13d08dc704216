import type { TimeSeries } from '../time-series.ts'

/** The session stands in UTC, so a timestamp without time zone is one in UTC. */
export const timeSeries: TimeSeries = {
  epochMs: ({ kind }, sql) =>
    kind === 'date'
      ? `CASE WHEN isfinite(${sql}) THEN (${sql} - date '1970-01-01')::bigint * 86400000 END`
      : `CASE WHEN isfinite(${sql}) THEN floor(extract(epoch FROM ${sql}) * 1000)::bigint END`,
  step: (ms, stepMs, originMs) => `floor((${ms} - (${originMs}))::float8 / ${stepMs})::bigint`,
  // There is no year 0 between 1 BC and AD 1.
  month: (ms) => {
    const time = `(timestamp '1970-01-01' + floor(${ms} / 1000.0)::float8 * interval '1 second')`
    const year = `extract(year FROM ${time})`
    return `((${year} + (${year} < 0)::int) * 12 + extract(month FROM ${time}) - 1)::bigint`
  },
  floorDivide: (sql, divisor) => `floor((${sql})::float8 / ${divisor})::bigint`,
}
