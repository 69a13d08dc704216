import type { Comparison } from '../comparison.ts'

const NUMBERS = ['integer', 'decimal', 'float']
const DAYS = ['date', 'timestamp']
/** As long as values of NVARCHAR and VARBINARY can be: https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/data-types */
const LONGEST = 5_000

/** From SAP HANA's SQL reference: a WITH query has no hint of its own, and values have no null-safe comparison. */
export const comparison: Comparison = {
  once: 'AS',
  hasCheapFullJoin: true,
  isComparable: (left, right) => {
    const isEach = (kinds: readonly string[]): boolean => kinds.includes(left.kind) && kinds.includes(right.kind)
    return left.kind === right.kind || isEach(NUMBERS) || isEach(DAYS)
  },
  asText: (sql) => `TO_NVARCHAR(${sql})`,
  // Large objects have no equality.
  distinguishable: ({ kind, own }, sql) =>
    own === undefined ? sql : kind === 'text' ? `TO_NVARCHAR(${sql})` : `TO_BINARY(${sql})`,
  reach: ({ kind, own }) => (own === undefined ? null : kind === 'text' || kind === 'binary' ? LONGEST : 0),
  differs: (left, right) =>
    `(${left} <> ${right} OR (${left} IS NULL AND ${right} IS NOT NULL) OR (${left} IS NOT NULL AND ${right} IS NULL))`,
  foldText: (sql, { ignoreCase, trim }) => {
    const trimmed = trim ? `REPLACE_REGEXPR('^\\s+|\\s+$' IN ${sql} WITH '' OCCURRENCE ALL)` : sql
    return ignoreCase ? `LOWER(${trimmed})` : trimmed
  },
  isWithin: (left, right, absolute, relative) =>
    `ABS(TO_DOUBLE(${left}) - TO_DOUBLE(${right})) <= GREATEST(${absolute}, ${relative} * GREATEST(ABS(TO_DOUBLE(${left})), ABS(TO_DOUBLE(${right}))))`,
}
