import type { ValueKind } from '../../core/values.ts'
import type { Analysis } from '../analysis.ts'

/** What is the square of more is no double, so that aggregates of it would fail. */
const MOST_SQUARED = '1e145'
const withinSquares = (kind: ValueKind, number: string, aggregate: string): string =>
  kind === 'float'
    ? `CASE WHEN greatest(-min(${number}), max(${number})) < ${MOST_SQUARED} THEN ${aggregate} FILTER (WHERE abs(${number}) < ${MOST_SQUARED}) END`
    : aggregate

/** Kinds whose values PostgreSQL compares and groups as they are. */
const COMPARABLE = new Set(['boolean', 'integer', 'decimal', 'float', 'date', 'time', 'timestamp'])

/** Types beside them that have aggregates for the least and the greatest value, by https://www.postgresql.org/docs/current/functions-aggregate.html */
const ORDERED = /^(?:interval|money|inet|oid|pg_lsn)\b/

const comparable: Analysis['comparable'] = ({ kind }, sql) =>
  COMPARABLE.has(kind) ? sql : `(${sql})::text COLLATE "C"`

export const analysis: Analysis = {
  // Repeating an expression costs less here than what keeps it from being repeated: no worker could share the scan.
  evaluateOnce: '',
  counted: (_column, sql) => sql,
  isLargeObject: ({ kind }) => kind === 'binary' || kind === 'json',
  comparable,
  ordered: (column, sql) => (ORDERED.test(column.type) ? sql : comparable(column, sql)),
  length: ({ kind }, sql) => (kind === 'binary' ? `octet_length(${sql})` : `char_length((${sql})::text)`),
  prefix: (sql, length) => `left(${sql}, ${String(length)})`,
  lowerCase: (sql) => `lower(${sql} COLLATE "und-x-icu") COLLATE "C"`,
  trim: (sql) => `btrim(${sql}, E' \\t\\n\\v\\f\\r')`,
  // Not a number is greater than infinity here.
  areNumbers: ({ kind }, least, greatest) =>
    kind === 'integer' ? 'true' : `${least} > '-Infinity' AND ${greatest} < 'Infinity'`,
  number: ({ kind, scale }, sql) => {
    if (kind === 'integer') return sql
    if (kind === 'decimal' && scale !== null) return `nullif(${sql}, 'NaN')`
    return `CASE WHEN ${sql} > '-Infinity' AND ${sql} < 'Infinity' THEN ${kind === 'float' ? `(${sql})::float8` : sql} END`
  },
  double: (sql) => `(${sql})::float8`,
  aggregates: {
    mean: ({ kind }, number) => withinSquares(kind, number, `avg(${number})`),
    deviation: ({ kind }, number) => withinSquares(kind, number, `stddev_samp(${number})`),
    percentile: (share, number) => `percentile_cont(${String(share)}) WITHIN GROUP (ORDER BY ${number})`,
  },
  // Both say the same; the hash makes it a condition that a hash join can use.
  sameValues: (left, right) =>
    [
      `hash_record_extended(ROW(${left.join(', ')}), 0) = hash_record_extended(ROW(${right.join(', ')}), 0)`,
      ...left.map((sql, index) => `${sql} IS NOT DISTINCT FROM ${right[index] ?? 'NULL'}`),
    ].join(' AND '),
  // https://www.postgresql.org/docs/current/sql-select.html: tables and materialized views.
  canSample: ({ schema, table }) => ({
    sql: `SELECT 1 FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
               AND relname = $2 AND relkind IN ('r', 'm', 'p')`,
    parameters: [schema, table],
  }),
  sample: (share) => ({
    method: 'bernoulli',
    clause: ` TABLESAMPLE BERNOULLI (${(share * 100).toFixed(9)}) REPEATABLE (1)`,
    condition: null,
  }),
}
