import type { Analysis } from '../analysis.ts'

/** Of columns with equality only: others are large objects. */
const comparable: Analysis['comparable'] = (_column, sql) => sql

/** By the SQL reference guide of SAP HANA Cloud; large objects can be neither grouped nor ordered. */
export const analysis: Analysis = {
  evaluateOnce: '',
  isLargeObject: ({ kind, own }) => kind === 'binary' || own !== undefined,
  // What has no equality is not counted either.
  counted: ({ own }, sql) => (own ? `CASE WHEN ${sql} IS NOT NULL THEN 1 END` : sql),
  comparable,
  ordered: comparable,
  length: (_column, sql) => `LENGTH(${sql})`,
  prefix: (sql, length) => `SUBSTRING(${sql}, 1, ${length})`,
  lowerCase: (sql) => `LOWER(${sql})`,
  // TRIM takes one character only.
  trim: (sql) => `REPLACE_REGEXPR('^\\s+|\\s+$' IN ${sql} WITH '')`,
  areNumbers: () => '1 = 1',
  number: ({ kind }, sql) => (kind === 'float' ? `TO_DOUBLE(${sql})` : sql),
  notFinite: { nan: null, positiveInfinity: null, negativeInfinity: null },
  withinSquares: (_column, _number, aggregate) => aggregate,
  windowMean: (number, partition) => `avg(${number}) OVER (PARTITION BY ${partition})`,
  double: (sql) => `TO_DOUBLE(${sql})`,
  aggregates: null,
  halves: null,
  sameValues: (left, right) =>
    left
      .map((sql, index) => {
        const other = right[index] ?? 'NULL'
        return `(${sql} = ${other} OR (${sql} IS NULL AND ${other} IS NULL))`
      })
      .join(' AND '),
  // What HANA has for it takes another sample in each statement.
  sampling: null,
}
