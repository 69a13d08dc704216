import type { Comparison } from '../comparison.ts'

const NUMBERS = ['integer', 'decimal', 'float']
/** As the API and CAP write them, https://www.sqlite.org/lang_expr.html#glob */
const CANONICAL = '????-??-??T??:??:??.???Z'
const SPACES = `' ' || char(9) || char(10) || char(13)`

export const comparison: Comparison = {
  once: 'AS MATERIALIZED',
  // SQLite keeps a list of all rows that had a partner.
  hasCheapFullJoin: false,
  isComparable: ({ kind }, other) => kind === other.kind || (NUMBERS.includes(kind) && NUMBERS.includes(other.kind)),
  asText: (sql) => `cast(${sql} AS text)`,
  // The same instant may be written in several ways; a column's own collation may take different texts for equal.
  distinguishable: ({ kind }, sql) => {
    if (kind === 'timestamp')
      return `CASE WHEN ${sql} GLOB '${CANONICAL}' THEN ${sql} ELSE canonical_timestamp(${sql}) END`
    return kind === 'text' || kind === 'other' ? `${sql} COLLATE BINARY` : sql
  },
  differs: (left, right) => `${left} IS NOT ${right}`,
  foldText: (sql, { ignoreCase, trim }) => {
    const trimmed = trim ? `trim(${sql}, ${SPACES})` : sql
    return ignoreCase ? `unicode_lower(${trimmed})` : trimmed
  },
  // As binary numbers, since the difference of two integers may be none.
  isWithin: (left, right, absolute, relative) => {
    const areNumbers = `typeof(${left}) IN ('integer', 'real') AND typeof(${right}) IN ('integer', 'real')`
    const distance = `abs(${left} * 1.0 - ${right})`
    return `(${areNumbers} AND ${distance} < 9e999
      AND ${distance} <= max(${absolute}, ${relative} * max(abs(${left} * 1.0), abs(${right} * 1.0))))`
  },
}
