import type { Analysis } from '../analysis.ts'
import { placeholder } from './values.ts'

/** Spreads row ids so that a sample does not follow a pattern of them: a prime, and a multiplier by the golden ratio. */
const BUCKETS = 1_000_003
const MULTIPLIER = 618_034

/** A column of any type may have texts, and a collation of its own. */
const comparable: Analysis['comparable'] = (_column, sql) => `${sql} COLLATE BINARY`

/** SQLite stores any type in any column: what is no number in a numeric column counts as none. */
export const analysis: Analysis = {
  // A subquery with a limit is not flattened: https://www.sqlite.org/optoverview.html#subquery_flattening
  evaluateOnce: 'LIMIT 9223372036854775807',
  counted: (_column, sql) => sql,
  isLargeObject: ({ kind, type }) => kind === 'binary' || kind === 'json' || /CLOB/i.test(type),
  comparable,
  ordered: comparable,
  // CAP writes binary values as base64 text; elsewhere a text is what it is.
  length: ({ kind, takesAny }, sql) =>
    kind === 'binary'
      ? takesAny === true
        ? `octet_length(${sql})`
        : `CASE typeof(${sql}) WHEN 'text' THEN length(${sql}) * 3 / 4 - length(${sql}) + length(rtrim(${sql}, '=')) ELSE length(${sql}) END`
      : `length(${sql})`,
  prefix: (sql, length) => `substr(${sql}, 1, ${length})`,
  lowerCase: (sql) => `unicode_lower(${sql})`,
  trim: (sql) => `trim(${sql}, char(9, 10, 11, 12, 13, 32))`,
  // Numbers come before texts, and these before bytes: https://www.sqlite.org/datatype3.html#sort_order
  areNumbers: (_column, least, greatest) =>
    `typeof(${greatest}) IN ('integer', 'real') AND ${least} >= -1.7976931348623157e308 AND ${greatest} <= 1.7976931348623157e308`,
  // Doubles, since a sum of integers fails where it leaves their range.
  number: (_column, sql) =>
    `CASE WHEN typeof(${sql}) IN ('integer', 'real') AND ${sql} BETWEEN -1.7976931348623157e308 AND 1.7976931348623157e308
          THEN CAST(${sql} AS REAL) END`,
  // What is no number is stored as NULL.
  notFinite: { nan: null, positiveInfinity: (sql) => `${sql} = 9e999`, negativeInfinity: (sql) => `${sql} = -9e999` },
  withinSquares: (_column, _number, aggregate) => aggregate,
  windowMean: (number, partition) => `avg(${number}) OVER (PARTITION BY ${partition})`,
  double: (sql) => sql,
  aggregates: null,
  // Its own sum of integers fails beyond 64 bits, and that of doubles loses digits.
  halves: (sql) => {
    const ofIntegers = (aggregate: string, value: string): string =>
      `${aggregate}(CASE WHEN typeof(${sql}) = 'integer' THEN ${value} END)`
    return {
      count: ofIntegers('count', '1'),
      upper: ofIntegers('sum', `${sql} >> 32`),
      lower: ofIntegers('sum', `${sql} & 4294967295`),
    }
  },
  sameValues: (left, right) => left.map((sql, index) => `${sql} IS ${right[index] ?? 'NULL'}`).join(' AND '),
  sampling: {
    canSample: ({ schema, table }) => ({
      sql: `SELECT 1 FROM temp.pragma_table_list WHERE schema = ?1 AND name = ?2 AND type = 'table' AND wr = 0`,
      parameters: [schema, table],
    }),
    sample: (share) => ({
      method: 'row-id',
      clause: '',
      condition: `(rowid % ${BUCKETS} * ${MULTIPLIER} % ${BUCKETS} + ${BUCKETS}) % ${BUCKETS} < ${Math.ceil(share * BUCKETS)}`,
    }),
    pin: {
      told: 'json_group_array(rowid)',
      condition: `rowid IN (SELECT value FROM json_each(${placeholder(1, 'text')}))`,
    },
  },
}
