import type { Analysis } from '../analysis.ts'
import type { ColumnMetadata } from '../metadata.ts'

/** What is the square of more is no double, so that aggregates of it would fail. */
const MOST_SQUARED = '1e145'
/** The largest double, and a number between the half and the whole of the smallest one. */
const MOST = '1.7976931348623157e308'
const LEAST = '2.5e-324'

/** A sample of more rows is taken of pages. */
const MANY_ROWS = 1_000_000
/** So many times as many pages as needed are read, each for a part of its rows: rows of a page are often alike. */
const SPREAD = 5

const whereAllBelow = (most: string, number: string, aggregate: string): string =>
  `CASE WHEN greatest(-min(${number}), max(${number})) < ${most} THEN ${aggregate} FILTER (WHERE abs(${number}) < ${most}) END`

/** Whether a column takes numbers that no double is as large as; without a declared scale, up to 131,072 digits. */
const exceedsDoubles = ({ kind, precision, scale }: ColumnMetadata): boolean =>
  kind === 'decimal' && (scale === null || precision === null || precision - scale > 308)

/** PostgreSQL's own aggregates calculate with the squares of doubles, and with as many digits as decimals have. */
const ownAggregate = (column: ColumnMetadata, number: string, aggregate: string): string => {
  if (column.kind === 'float') return whereAllBelow(MOST_SQUARED, number, aggregate)
  return exceedsDoubles(column) ? whereAllBelow(MOST, number, aggregate) : aggregate
}

/** Numbers too small to be told from 0 would fail as those that are too large do. */
const double = (sql: string): string =>
  `CASE WHEN ${sql} BETWEEN -${LEAST} AND ${LEAST} THEN 0 WHEN ${sql} BETWEEN -${MOST} AND ${MOST} THEN (${sql})::float8 END`

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
  prefix: (sql, length) => `left(${sql}, ${length})`,
  lowerCase: (sql) => `lower(${sql} COLLATE "und-x-icu") COLLATE "C"`,
  trim: (sql) => `btrim(${sql}, E' \\t\\n\\v\\f\\r')`,
  // Not a number is greater than infinity here.
  areNumbers: (column, least, greatest) => {
    if (column.kind === 'integer') return 'true'
    if (exceedsDoubles(column)) return `${least} >= -${MOST} AND ${greatest} <= ${MOST}`
    return `${least} > '-Infinity' AND ${greatest} < 'Infinity'`
  },
  number: (column, sql) => {
    if (column.kind === 'integer') return sql
    if (exceedsDoubles(column)) return `CASE WHEN abs(${sql}) <= ${MOST} THEN ${sql} END`
    if (column.kind === 'decimal') return `nullif(${sql}, 'NaN')`
    return `CASE WHEN ${sql} > '-Infinity' AND ${sql} < 'Infinity' THEN (${sql})::float8 END`
  },
  notFinite: {
    nan: (sql) => `${sql} = 'NaN'`,
    positiveInfinity: (sql) => `${sql} = 'Infinity'`,
    negativeInfinity: (sql) => `${sql} = '-Infinity'`,
  },
  withinSquares: ({ kind }, number, aggregate) =>
    kind === 'integer' ? aggregate : whereAllBelow(MOST_SQUARED, number, aggregate),
  windowMean: (number, partition) =>
    `avg(${number}) FILTER (WHERE abs(${number}) < ${MOST_SQUARED}) OVER (PARTITION BY ${partition})`,
  double,
  aggregates: {
    mean: (column, number) => ownAggregate(column, number, `avg(${number})`),
    deviation: (column, number) => ownAggregate(column, number, `stddev_samp(${number})`),
    percentile: (column, share, number) =>
      `percentile_cont(${share}) WITHIN GROUP (ORDER BY ${exceedsDoubles(column) ? double(number) : number})`,
  },
  halves: null,
  // Both say the same; the hash makes it a condition that a hash join can use.
  sameValues: (left, right) =>
    [
      `hash_record_extended(ROW(${left.join(', ')}), 0) = hash_record_extended(ROW(${right.join(', ')}), 0)`,
      ...left.map((sql, index) => `${sql} IS NOT DISTINCT FROM ${right[index] ?? 'NULL'}`),
    ].join(' AND '),
  sampling: {
    // https://www.postgresql.org/docs/current/sql-select.html: tables and materialized views.
    canSample: ({ schema, table }) => ({
      sql: `SELECT 1 FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
               AND relname = $2 AND relkind IN ('r', 'm', 'p')`,
      parameters: [schema, table],
    }),
    // Each row of many would be passed, only to be left out: some of the rows of some of the pages do as well.
    sample: (share, rows) =>
      rows > MANY_ROWS && share * SPREAD < 1
        ? {
            method: 'system',
            clause: ` TABLESAMPLE SYSTEM (${(share * SPREAD * 100).toFixed(9)}) REPEATABLE (1)`,
            condition: `hashtid(ctid) % ${SPREAD} = 0`,
          }
        : {
            method: 'bernoulli',
            clause: ` TABLESAMPLE BERNOULLI (${(share * 100).toFixed(9)}) REPEATABLE (1)`,
            condition: null,
          },
    pin: null,
  },
}
