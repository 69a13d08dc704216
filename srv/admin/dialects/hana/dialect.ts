import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Dialect } from '../dialect.ts'
import { catalog } from './catalog.ts'
import { filterTarget, bindValue, jsonValue, placeholder, selectExpression } from './filter.ts'
import { lineage } from './lineage.ts'
import { monitoring } from './monitoring.ts'
import { schemaStructure } from './schema-structure.ts'
import { structure } from './structure.ts'
import type { TimeSeries, Analysis, Comparison } from '../analysis.ts'

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

/** Made from the manual and not exercised on a live system. */
export const hanaDialect: Dialect = {
  engine: 'hana',
  platform: 'SAP HANA',
  driver: 'hdb',
  capabilities: { hasInfiniteValues: false, hasExactDecimals: true, keepsNumbers: false },
  catalog,
  monitoring,
  analysis,
  timeSeries,
  structure,
  schemaStructure,
  comparison,
  lineage,
  quote: quoteIdentifier,
  placeholder,
  isSystemSchema: (schema) => /^(?:_SYS_|SYS$|SYSTEM$|PUBLIC$|UIS$|PAL_CONTENT$)/i.test(schema),
  selectExpression,
  jsonValue,
  bindValue,
  filterTarget,
}
