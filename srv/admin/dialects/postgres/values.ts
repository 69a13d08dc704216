import { jsonNumber } from '../../core/decimals.ts'
import { timestampInUtc } from '../../core/timestamps.ts'
import type { OwnType } from '../../core/own-type.ts'
import { type JsonValue, type Value, type ValueKind, plain, type Statement } from '../../core/values.ts'
import type { ColumnMetadata } from '../metadata.ts'
import type { RowChanges, LentReads } from '../row-changes.ts'
import { POSTGRES_TEXTS, postgresParser } from '../../core/postgres-values.ts'
import { quoteIdentifier } from '../../core/identifiers.ts'

/** How long a statement waits for a lock, as in our own sessions. */
const LOCK_TIMEOUT_MS = 5_000

const NAMES = Object.keys(POSTGRES_TEXTS)

/** For the rest of the transaction at most. */
const set = (values: Readonly<Record<string, unknown>>): Statement => ({
  sql: `SELECT ${Object.keys(values)
    .map((name, index) => `set_config('${name}', $${index + 1}, true)`)
    .join(', ')}`,
  parameters: Object.values(values).map(String),
})

const lentReads: LentReads = {
  begin: (_, timeoutMs) => [
    set({ statement_timeout: Math.max(1, Math.ceil(timeoutMs)), lock_timeout: LOCK_TIMEOUT_MS }),
  ],
  settings: {
    read: plain(`SELECT ${NAMES.map((name) => `current_setting('${name}') AS ${quoteIdentifier(name)}`).join(', ')}`),
    set,
    own: set(POSTGRES_TEXTS),
  },
  // The function of output of any type, and for a domain the type below it, as the protocol tells it.
  texts: (sql, columns) => {
    const texts = columns.map((name, index) => {
      const column = `"r".${quoteIdentifier(name)}`
      const base = `(SELECT NULLIF(t.typbasetype, 0) FROM pg_catalog.pg_type t WHERE t.oid = pg_typeof(${column}))`
      return `CASE WHEN ${column} IS NOT NULL THEN format('%s', ${column}) END AS "v${index}", COALESCE(${base}, pg_typeof(${column}))::oid::int AS "t${index}"`
    })
    return `SELECT ${texts.join(', ')} FROM (${sql}) AS "r"`
  },
  value: (text, type) => (typeof text === 'string' ? postgresParser(Number(type))(text) : null),
}

/** By `typname`, of the base type where the type is a domain; https://www.postgresql.org/docs/current/datatype.html */
const KINDS: Record<string, ValueKind> = {
  bool: 'boolean',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  numeric: 'decimal',
  float4: 'float',
  float8: 'float',
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  name: 'text',
  citext: 'text',
  date: 'date',
  time: 'time',
  timetz: 'time',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  bytea: 'binary',
  json: 'json',
  jsonb: 'json',
}
/** Types that their kind says all of. */
export const PLAIN_TYPES: readonly string[] = Object.keys(KINDS).filter((name) => name !== 'citext')
export const kindOf = (typeName: string): ValueKind => KINDS[typeName] ?? 'other'

/** Types that parameters are cast to; values of other kinds take the type of what they meet. */
const CASTS: Partial<Record<ValueKind, string>> = {
  boolean: 'boolean',
  integer: 'bigint',
  decimal: 'numeric',
  float: 'float8',
  text: 'text',
  date: 'date',
  time: 'time',
  timestamp: 'timestamptz',
  binary: 'bytea',
}

/**
 * Texts of citext are the same in any letter case. Its operators are in the schema that it was installed in, which need
 * not be in the search path, so its texts are folded as it folds them: https://www.postgresql.org/docs/current/citext.html
 */
export const foldCase = (sql: string): string => `lower((${sql})::text)`

const MONEY = 'pg_catalog.money'
const NUMBER = `'^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)(e[+-]?[0-9]+)?$'`

/** Money is written as a setting of the server says, and read so as well; a plain number means the same everywhere. */
const readMoney = (text: string): string =>
  `CASE WHEN ${text} ~* ${NUMBER} THEN ${text}::numeric::money ELSE ${text}::money END`

/** `$1` and so on, with its type. */
export const placeholder = (position: number, kind?: ValueKind, own?: OwnType): string => {
  const text = `$${position}::text`
  if (own?.name === MONEY) return readMoney(text)
  if (own && !own.ignoresCase) return `${text}::${own.name}`
  const cast = kind && CASTS[kind]
  return cast === undefined ? `$${position}` : `$${position}::${cast}`
}

/** The server takes a parameter for a value of the column that it meets. */
export const rowChanges: RowChanges = {
  assigned: (position, { kind, own }) => (own?.name === MONEY ? placeholder(position, kind, own) : `$${position}`),
  lock: ' FOR UPDATE',
  lent: lentReads,
}

/**
 * The session stands in UTC, so a timestamp with time zone becomes one without by a cast, and writes dates as ISO, so
 * that only a `T`, a `Z` and zeros up to milliseconds are missing. Writing it is what takes time: it is written once, which
 * takes half as long as `to_char` does. Infinity and years beyond four digits are left to PostgreSQL.
 */
export const isoTimestamp = (sql: string): string => {
  const plain = `(${sql})::timestamp`
  const text = `(${plain})::text`
  return `CASE WHEN NOT (${plain} >= timestamp '0001-01-01' AND ${plain} < timestamp '10000-01-01') THEN ${text}
    WHEN ${plain} = ${plain}::timestamp(0) THEN replace(${text}, ' ', 'T') || '.000Z'
    WHEN ${plain} = ${plain}::timestamp(3) THEN replace(rpad(${text}, 23, '0'), ' ', 'T') || 'Z'
    ELSE replace(${text}, ' ', 'T') || 'Z' END`
}

/** Numbers keep their scale: without a declared one, each value has its own. */
export const selectExpression = ({ kind }: ColumnMetadata, sql: string): string =>
  kind === 'timestamp' ? isoTimestamp(sql) : sql

/** Values of these types may be long; of `character(n)`, `left` would drop the blanks at the end. */
const LONG = /^(?:text|character varying|json|jsonb|xml)\b/

export const cutExpression = (column: ColumnMetadata, sql: string, length: number): string => {
  if (column.type === 'bytea') return `substring(${sql} FROM 1 FOR ${length})`
  return LONG.test(column.type) && !column.type.endsWith('[]')
    ? `left((${sql})::text, ${length})`
    : selectExpression(column, sql)
}

export const jsonValue = (_column: ColumnMetadata, value: Value): JsonValue => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return typeof value === 'number' || typeof value === 'bigint' ? jsonNumber(value) : value
}

/** PostgreSQL reads the text of any value by the type of its column; a zone counts in a plain timestamp, too. */
export const bindValue = ({ kind }: ColumnMetadata, value: Value): Value =>
  kind === 'timestamp' && typeof value === 'string' ? (timestampInUtc(value) ?? value) : value
