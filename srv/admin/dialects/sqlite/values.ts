import { type JsonValue, plain, type Statement, type Value, type ValueKind } from '../../core/values.ts'
import { quoteIdentifier } from '../../core/identifiers.ts'
import { canonicalTimestamp } from '../../core/timestamps.ts'
import { exactValue } from '../../core/transfer/cell.ts'
import type { ColumnMetadata } from '../metadata.ts'
import type { RowChanges, LentReads } from '../row-changes.ts'
import type { Affinity } from '../../core/transfer/affinity.ts'

const integer = (text: string): Value => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** A parameter, or what is quoted, where it is none. */
const PARAMETER = /"[^"]*"|'[^']*'|\?\d+/g

/** Some drivers take parameters with numbers for names; each is there once, in its place. */
const withoutNumbers = (sql: string): string => sql.replace(PARAMETER, (found) => (found.startsWith('?') ? '?' : found))

/** Drivers read integers as numbers, and bytes as one kind or another. */
const lentReads: LentReads = {
  // Whoever writes first is the only one who writes: a transaction that has read first may find others in its way.
  begin: (table) => [plain(`DELETE FROM ${table} WHERE 0`)],
  texts: (sql, columns) => {
    const texts = columns.map((name, index) => {
      const column = `"r".${quoteIdentifier(name)}`
      return `CASE typeof(${column}) WHEN 'integer' THEN CAST(${column} AS TEXT) WHEN 'blob' THEN hex(${column}) ELSE ${column} END AS "v${index}", typeof(${column}) AS "t${index}"`
    })
    return `SELECT ${texts.join(', ')} FROM (${withoutNumbers(sql)}) AS "r"`
  },
  value: (text, type) => {
    if (type === 'integer') return integer(String(text))
    if (type === 'blob') return Uint8Array.from(Buffer.from(String(text), 'hex'))
    return type === 'null' ? null : (text as Value)
  },
}

/** Types that CAP has made up, so that nobody else's tables have them. */
export const isTypeOfCap = (type: string): boolean =>
  /^(?:(?:DATE|TIME|DATETIME|TIMESTAMP|JSON)_TEXT|BINARY_BLOB|REAL_DECIMAL)\b/.test(type)

/** Kinds by what the declared type contains, first match first; CAP's own types among them. */
const KINDS: readonly (readonly [pattern: RegExp, kind: ValueKind])[] = [
  [/^BOOL/, 'boolean'],
  [/^JSON/, 'json'],
  [/^(?:TIMESTAMP|DATETIME|SECONDDATE)/, 'timestamp'],
  [/^DATE/, 'date'],
  [/^TIME/, 'time'],
  // https://www.geopackage.org/spec/#geometry_types
  [
    /^(?:MULTI)?(?:POINT|LINESTRING|POLYGON|CURVE|SURFACE)$|^GEOM|^(?:CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON)$/,
    'binary',
  ],
  [/DECIMAL|NUMERIC/, 'decimal'],
  [/BLOB|BINARY/, 'binary'],
  [/CHAR|CLOB|TEXT|STRING|UUID/, 'text'],
  [/INT/, 'integer'],
  [/REAL|FLOA|DOUB/, 'float'],
]

/** Reads a declared type such as `NVARCHAR(255)` or `REAL_DECIMAL(10, 2)`. */
export const readDeclaredType = (type: string) => {
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
  const parameter = `?${position}`
  if (kind === 'decimal') return `cast(${parameter} as numeric)`
  return kind === 'float' ? `cast(${parameter} as real)` : parameter
}

/** Columns decide how what they get is stored and compared; a transaction that writes is the only one. */
export const rowChanges: RowChanges = { assigned: (position) => placeholder(position), lock: '', lent: lentReads }

/** SQLite keeps decimals as binary numbers, which `jsonValue` writes with their declared scale. */
export const selectExpression = (_: ColumnMetadata, sql: string): string => sql

/** A date, time or number that is text is no longer. */
const LONGEST_FORM = 64

/** Values of any type are in any column, and CAP's binary ones are base64 text; their bytes are counted without reading them. */
export const cutExpression = (column: ColumnMetadata, sql: string, length: number): string => {
  const most = String(mostOf(column.kind, length))
  const isLong = `typeof(${sql}) IN ('text', 'blob') AND octet_length(${sql}) > ${most}`
  return `CASE WHEN ${isLong} THEN substr(${sql}, 1, ${most}) ELSE ${sql} END`
}

const mostOf = (kind: ValueKind, length: number): number => {
  if (kind === 'binary') return Math.ceil(length / 4) * 4
  return ['text', 'json', 'other'].includes(kind) ? length : Math.max(length, LONGEST_FORM)
}

export const jsonValue = ({ kind, scale }: ColumnMetadata, value: Value): JsonValue =>
  value === null ? null : exactValue(value, kind, scale)

/** Stores as CAP does: timestamps in UTC, booleans as 0 and 1, and binary values as base64 text where the type is CAP's. */
export const bindValue = ({ kind, takesAny }: ColumnMetadata, value: Value): Value => {
  if (kind === 'timestamp' && typeof value === 'string') return canonicalTimestamp(value)
  if (kind === 'binary' && value instanceof Uint8Array && !takesAny) return Buffer.from(value).toString('base64')
  if (kind === 'boolean' && typeof value === 'boolean') return value ? 1 : 0
  if (kind === 'integer' && typeof value === 'string' && /^[+-]?\d{1,18}$/.test(value)) return BigInt(value)
  return value
}

/** How many rows are looked at, and characters of a value. */
const SAMPLED = { rows: 1_000, characters: 4_096 } as const

/** Some values of each column. */
export const sampleValues = (
  { schema, name }: { readonly schema: string; readonly name: string },
  columns: readonly ColumnMetadata[],
): Statement => {
  const values = columns.map((column) => {
    const sql = quoteIdentifier(column.name)
    const most = String(SAMPLED.characters)
    // The start of a base64 text is one, too; that of other texts need not be what they are.
    const text = column.kind === 'binary' ? `substr(${sql}, 1, ${most})` : `iif(length(${sql}) > ${most}, NULL, ${sql})`
    return `CASE typeof(${sql}) WHEN 'text' THEN ${text} WHEN 'blob' THEN x'' ELSE ${sql} END AS ${sql}`
  })
  const table = `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
  return plain(`SELECT ${values.join(', ')} FROM ${table} LIMIT ${SAMPLED.rows}`)
}

/** By the declared type. @param isStrict the table is a STRICT one, in which `ANY` is any value as it comes. */
export const affinityOf = (type: string, isStrict = false): Affinity => {
  if (/INT/i.test(type)) return 'numeric'
  if (/CHAR|CLOB|TEXT/i.test(type)) return 'text'
  if (type === '' || /BLOB/i.test(type) || (isStrict && /^ANY$/i.test(type))) return 'none'
  return /REAL|FLOA|DOUB/i.test(type) ? 'real' : 'numeric'
}
