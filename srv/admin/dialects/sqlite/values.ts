import { canonicalTimestamp } from '../../core/timestamps.ts'
import { exactValue } from '../../core/transfer/exact-value.ts'
import type { JsonValue, Value, ValueKind } from '../../core/values.ts'
import type { ColumnMetadata } from '../metadata.ts'

/** Kinds by what the declared type contains, first match first; CAP's own types among them. */
const KINDS: readonly (readonly [pattern: RegExp, kind: ValueKind])[] = [
  [/^BOOL/, 'boolean'],
  [/^JSON/, 'json'],
  [/^(?:TIMESTAMP|DATETIME|SECONDDATE)/, 'timestamp'],
  [/^DATE/, 'date'],
  [/^TIME/, 'time'],
  [/DECIMAL|NUMERIC/, 'decimal'],
  [/BLOB|BINARY/, 'binary'],
  [/CHAR|CLOB|TEXT|STRING|UUID/, 'text'],
  [/INT/, 'integer'],
  [/REAL|FLOA|DOUB/, 'float'],
]

export interface DeclaredType {
  readonly kind: ValueKind
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
}

/** Reads a declared type such as `NVARCHAR(255)` or `REAL_DECIMAL(10, 2)`. */
export const readDeclaredType = (type: string): DeclaredType => {
  const kind = KINDS.find(([pattern]) => pattern.test(type.toUpperCase()))?.[1] ?? 'other'
  const [first, second] = /\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)/.exec(type)?.slice(1) ?? []
  const size = first === undefined ? null : Number(first)
  return {
    kind,
    length: kind === 'text' || kind === 'binary' ? size : null,
    precision: kind === 'decimal' ? size : null,
    scale: kind === 'decimal' && size !== null ? Number(second ?? 0) : null,
  }
}

/** `?1` and so on, cast where SQLite would compare a text with a number. */
export const placeholder = (position: number, kind?: ValueKind): string => {
  const parameter = `?${String(position)}`
  if (kind === 'decimal') return `cast(${parameter} as numeric)`
  return kind === 'float' ? `cast(${parameter} as real)` : parameter
}

/** SQLite keeps decimals as binary numbers: they are written with their declared scale. */
export const selectExpression = ({ kind, scale }: ColumnMetadata, sql: string): string => {
  if (kind !== 'decimal' || scale === null) return sql
  const digits = scale === 0 ? '' : `.${'0'.repeat(scale)}`
  return `CASE typeof(${sql}) WHEN 'real' THEN format('%.${String(scale)}f', ${sql}) WHEN 'integer' THEN ${sql} || '${digits}' ELSE ${sql} END`
}

export const jsonValue = ({ kind }: ColumnMetadata, value: Value): JsonValue =>
  value === null ? null : exactValue(value, kind)

/** Stores as CAP does: timestamps in UTC, binary values as base64 text, booleans as 0 and 1. */
export const bindValue = ({ kind }: ColumnMetadata, value: Value): Value => {
  if (kind === 'timestamp' && typeof value === 'string') return canonicalTimestamp(value)
  if (kind === 'binary' && value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (kind === 'boolean' && typeof value === 'boolean') return value ? 1 : 0
  if (kind === 'integer' && typeof value === 'string' && /^[+-]?\d{1,18}$/.test(value)) return BigInt(value)
  return value
}
