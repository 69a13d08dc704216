import { jsonNumber } from '../../core/decimals.ts'
import { timestampInUtc } from '../../core/timestamps.ts'
import type { JsonValue, Value, ValueKind } from '../../core/values.ts'
import type { ColumnMetadata } from '../metadata.ts'

/** By `typname`, of the base type where the type is a domain; https://www.postgresql.org/docs/current/datatype.html */
const KINDS: Record<string, ValueKind> = {
  bool: 'boolean',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  oid: 'integer',
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

/** `$1` and so on, with its type. */
export const placeholder = (position: number, kind?: ValueKind): string => {
  const cast = kind && CASTS[kind]
  return cast === undefined ? `$${String(position)}` : `$${String(position)}::${cast}`
}

/** The session stands in UTC, so a timestamp with time zone becomes one without by a cast. */
export const isoTimestamp = (sql: string): string => {
  const plain = `(${sql})::timestamp`
  // Microseconds with no more than three zeros at their end; infinity and years before the first are left to PostgreSQL.
  const iso = `regexp_replace(to_char(${plain}, 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0{1,3}$', '') || 'Z'`
  return `CASE WHEN isfinite(${plain}) AND ${plain} >= timestamp '0001-01-01' THEN ${iso} ELSE (${plain})::text END`
}

export const selectExpression = ({ kind, scale }: ColumnMetadata, sql: string): string => {
  if (kind === 'timestamp') return isoTimestamp(sql)
  // Without a declared scale each value has its own, which other engines cannot know.
  return kind === 'decimal' && scale === null ? `trim_scale(${sql})` : sql
}

export const jsonValue = (_column: ColumnMetadata, value: Value): JsonValue => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return typeof value === 'number' || typeof value === 'bigint' ? jsonNumber(value) : value
}

/** PostgreSQL reads the text of any value by the type of its column; a zone counts in a plain timestamp, too. */
export const bindValue = ({ kind }: ColumnMetadata, value: Value): Value =>
  kind === 'timestamp' && typeof value === 'string' ? (timestampInUtc(value) ?? value) : value
