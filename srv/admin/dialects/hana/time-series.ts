import type { TimeSeries } from '../time-series.ts'

/** By the SQL reference guide of SAP HANA Cloud. */
export const timeSeries: TimeSeries = {
  epochMs: ({ kind }, sql) =>
    kind === 'date'
      ? `TO_BIGINT(DAYS_BETWEEN(TO_DATE('1970-01-01'), ${sql})) * 86400000`
      : `TO_BIGINT(FLOOR(NANO100_BETWEEN(TO_TIMESTAMP('1970-01-01 00:00:00'), ${sql}) / 10000))`,
  step: (ms, stepMs, originMs) => `TO_BIGINT(FLOOR((${ms} - (${originMs})) / ${stepMs}))`,
  month: (ms) => {
    const time = `ADD_SECONDS(TO_TIMESTAMP('1970-01-01 00:00:00'), FLOOR(${ms} / 1000))`
    return `YEAR(${time}) * 12 + MONTH(${time}) - 1`
  },
  floorDivide: (sql, divisor) => `TO_BIGINT(FLOOR((${sql}) / ${divisor}))`,
}
