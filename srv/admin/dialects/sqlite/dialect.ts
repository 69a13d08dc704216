import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Dialect } from '../dialect.ts'
import { analysis } from './analysis.ts'
import { catalog } from './catalog.ts'
import { filterTarget } from './filter.ts'
import { lineage } from './lineage.ts'
import { schemaStructure } from './schema-structure.ts'
import { structure } from './structure.ts'
import {
  bindValue,
  cutExpression,
  jsonValue,
  placeholder,
  rowChanges,
  sampleValues,
  selectExpression,
} from './values.ts'
import type { Monitoring } from '../monitoring.ts'
import { alerts } from './alerts.ts'
import type { TimeSeries, Comparison } from '../analysis.ts'
import { deepPlaces, indexedTerm, isDeep, rowsAt, orderText, type PageQuestion, plainStatement } from '../page.ts'

/**
 * The statement of a page. Of rows passed over only the key is read. Those of an order without an index are numbered: a sort
 * with a limit would keep as many rows as are passed over in a tree, which takes many times as long as to sort all of them.
 */
const pageStatement = (page: PageQuestion): string => {
  const { from, where, keys, limit, offset } = page
  const names = keys.map(({ name }) => quoteIdentifier(name))
  const ties = keys
    .filter((key) => !page.order.some(({ column }) => column.name === key.name))
    .map(({ name }) => `r.${quoteIdentifier(name)}`)
  const order = [...page.order.map(orderText), ...ties]
  const deep = indexedTerm(page)
  // A later column of the order makes SQLite leave the index and sort all rows.
  const isPlain = !isDeep(page) && !(deep && page.order.length > 1)
  // A key may hold NULL here, which tells no rows apart.
  if (isPlain || keys.length === 0 || keys.some(({ nullable }) => nullable)) return plainStatement(page, order)
  const fields = names.map((name) => `r.${name}`)
  const isByKey = page.order.every(({ column }) => keys.length === 1 && column.name === keys[0]?.name)
  const found = (): string => {
    if (deep) return deepPlaces(page, deep, names, order.slice(1))
    if (isByKey) return plainStatement({ from, fields, where, limit, offset }, order)
    // Longer than the name of each key.
    const number = quoteIdentifier(`${keys.map(({ name }) => name).join('')} number`)
    const numbered = `row_number() OVER (ORDER BY ${order.join(', ')}) AS ${number}`
    const all = plainStatement({ from, fields: [...fields, numbered], where, limit: Infinity, offset: 0 }, [])
    return `SELECT ${names.join(', ')} FROM (${all}) WHERE ${number} > ${offset} AND ${number} <= ${offset + limit}`
  }
  // The order of a cross join stays as it is written: https://www.sqlite.org/optoverview.html#crossjoin
  return rowsAt(page, { found: found(), place: names, join: 'CROSS JOIN', order })
}

export const monitoring: Monitoring = {
  alerts,
  replication: { supported: false, reason: 'SQLite has no replication: its write-ahead log is a journal' },
  sessions: {
    supported: false,
    reason: 'SQLite has no sessions: each process opens the file itself, and none knows of the others',
  },
  tasks: { supported: false, reason: 'SQLite has no data-integration tasks' },
  services: null,
}

/** Milliseconds are as fine as SQLite reads: further digits are cut here, since it would round them. */
const timeSeries: TimeSeries = {
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

const NUMBERS = ['integer', 'decimal', 'float']
/** As the API and CAP write them, https://www.sqlite.org/lang_expr.html#glob */
const CANONICAL = '????-??-??T??:??:??.???Z'
const SPACES = `' ' || char(9) || char(10) || char(13)`

const comparison: Comparison = {
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

/** A schema is a database file: `main` or one that is attached. */
export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  platform: 'SQLite',
  driver: 'node:sqlite',
  capabilities: { hasInfiniteValues: false, hasExactDecimals: false, keepsNumbers: true },
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
  deferKeys: 'PRAGMA defer_foreign_keys = ON',
  isSystemSchema: (schema) => schema.toLowerCase() === 'temp',
  selectExpression,
  cutExpression,
  jsonValue,
  bindValue,
  rowChanges,
  sampleValues,
  pageStatement,
  filterTarget,
}
