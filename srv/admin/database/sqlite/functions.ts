import { isUtf8 } from 'node:buffer'
import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type * as Re2 from 're2js'
import { quoteIdentifier } from '../../core/identifiers.ts'
import { canonicalTimestamp } from '../../core/timestamps.ts'
import { prepare } from './statements.ts'

type SqlFunction = (...args: SQLOutputValue[]) => SQLInputValue

/**
 * Functions that the dialect's statements use: letter case beyond ASCII, binary values as CAP stores them, and what
 * only the connection knows.
 */
export const registerDialectFunctions = (database: DatabaseSync, databaseName: string): void => {
  const define = (name: string, fn: SqlFunction): void => database.function(name, { deterministic: true }, fn)
  define('unicode_lower', (text) => mapCase(text, (char) => char.toLowerCase()))
  define('unicode_upper', (text) => mapCase(text, (char) => char.toUpperCase()))
  // CAP writes binary values as base64 text.
  define('binary_value', (value) => (typeof value === 'string' ? Buffer.from(value, 'base64') : value))
  define('canonical_timestamp', (text) => (typeof text === 'string' ? canonicalTimestamp(text) : text))
  define('decimal_round', (number, digits) => roundDecimal(Number(number), Number(digits)))
  database.function('significant', { deterministic: true, useBigIntArguments: true }, significant)
  // Its own dates begin with the year 0, and with 4714 BC.
  define('common_era', (text) => (typeof text === 'string' && text > '0001' ? text : null))
  define('pattern_matches', (pattern, text) =>
    text === null ? null : matcherOf(String(pattern))(String(text)) ? 1 : 0,
  )
  define('is_utf8', (bytes) => (!(bytes instanceof Uint8Array) || isUtf8(bytes) ? 1 : 0))
  define('database_name', () => databaseName)
  database.function('wal_size', () => walSize(database.location()))
  // A foreign key to columns that are no key is found when a statement is prepared, and fails it.
  define('has_sound_keys', (name, schema) => {
    try {
      const quoted = [schema, name].map((each) => quoteIdentifier(String(each)))
      prepare(database, `PRAGMA ${quoted[0] ?? ''}.foreign_key_check(${quoted[1] ?? ''})`)
      return 1
    } catch {
      return 0
    }
  })
  const numberFrom = (sql: string, ...parameters: SQLOutputValue[]): number | null => {
    try {
      const [row] = prepare(database, sql).all(...parameters)
      return row === undefined ? null : Number(row['n'])
    } catch {
      return null // it cannot be read here, or there are no statistics
    }
  }
  database.function('row_count', (name, schema) =>
    numberFrom(`SELECT count(*) AS n FROM ${quoteIdentifier(String(schema))}.${quoteIdentifier(String(name))}`),
  )
  database.function('has_rows', (name, schema, rows) =>
    numberFrom(
      `SELECT 1 AS n FROM ${quoteIdentifier(String(schema))}.${quoteIdentifier(String(name))} LIMIT 1 OFFSET ?`,
      Number(rows) - 1,
    ),
  )
  // The first number is that of the rows, https://www.sqlite.org/fileformat2.html#stat1tab; of a partial index fewer.
  database.function('estimated_rows', (name, schema) =>
    numberFrom(
      `SELECT max(cast(stat AS integer)) AS n FROM ${quoteIdentifier(String(schema))}.sqlite_stat1 WHERE tbl = ? COLLATE NOCASE HAVING count(*) > 0`,
      name,
    ),
  )
  define('column_count', (name, schema) =>
    numberFrom('SELECT count(*) AS n FROM temp.pragma_table_info(?, ?)', name, schema),
  )
}

/** A number of the digits that a binary number is sure to have; whole ones stay as they are. */
const significant = (number: SQLOutputValue): SQLInputValue =>
  typeof number === 'number' && Number.isFinite(number) ? Number(number.toPrecision(15)) : number

/** Loaded where a filter first asks for it. */
const load = createRequire(import.meta.url)
let last: { readonly pattern: string; readonly matches: (text: string) => boolean } | undefined

/** Patterns are those of filters, and matched in time that grows with the text alone. */
const matcherOf = (pattern: string): ((text: string) => boolean) => {
  if (last?.pattern !== pattern) {
    const { RE2JS } = load('re2js') as typeof Re2
    const expression = RE2JS.compile(pattern, RE2JS.DOTALL)
    last = { pattern, matches: (text) => expression.test(text) }
  }
  return last.matches
}

/** Rounds what the number stands for in decimal digits, which has 15 of them: 0.15 is no less than 0.15. */
const roundDecimal = (number: number, digits: number): number => {
  const scale = 10 ** Math.min(Math.max(digits, 0), 15)
  return (Math.sign(number) * Math.round(Number((Math.abs(number) * scale).toPrecision(15)))) / scale
}

const walSize = (file: string | null): number =>
  file === null ? 0 : (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0)

/** One character for one, so that no text changes its length. */
const mapCase = (text: SQLOutputValue, map: (char: string) => string): SQLInputValue => {
  if (typeof text !== 'string') return text
  const whole = map(text)
  return whole.length === text.length
    ? whole
    : Array.from(text, (char) => (Array.from(map(char)).length === 1 ? map(char) : char)).join('')
}

/** Functions that CAP gives its own connections, and that views deployed by CAP may call. */
export const registerCapFunctions = (database: DatabaseSync): void => {
  const now = (): string => new Date().toISOString()
  const context: Record<string, () => string> = {
    '$user.id': () => 'anonymous',
    '$user.locale': () => 'en',
    $now: now,
    '$valid.from': now,
    // eslint-disable-next-line no-restricted-properties -- SQL's own `now` is by this clock
    '$valid.to': () => new Date(Date.now() + 1).toISOString(),
  }
  database.function('session_context', (key) => context[String(key)]?.() ?? null)
  const define = (name: string, fn: SqlFunction): void => database.function(name, { deterministic: true }, fn)
  // eslint-disable-next-line saga/linear-expressions -- only views call it, with what their owners wrote; queries have their time
  define('regexp', (pattern, text) => (new RegExp(String(pattern)).test(String(text)) ? 1 : 0))
  define('ISO', (text) => (typeof text === 'string' && text !== '' ? new Date(text).toISOString() : text))
  for (const [name, part] of Object.entries(DATE_PARTS))
    define(name, (text) => (text === null ? null : part(instantOf(String(text)))))
}

const DATE_PARTS: Record<string, (date: Date) => number> = {
  year: (date) => date.getUTCFullYear(),
  month: (date) => date.getUTCMonth() + 1,
  day: (date) => date.getUTCDate(),
  hour: (date) => date.getUTCHours(),
  minute: (date) => date.getUTCMinutes(),
  second: (date) => date.getUTCSeconds(),
}

const instantOf = (text: string): Date => {
  const hasZone = /(?:[+-]\d{1,2}:?\d{0,2}|Z)$/.test(text)
  const isTime = /^\d{1,2}:\d{1,2}:\d{1,2}$/.test(text)
  const date = new Date(isTime ? `1970-01-01T${text}Z` : hasZone ? text : `${text}Z`)
  if (Number.isNaN(date.getTime())) throw new RangeError('The text is no date or time')
  return date
}
