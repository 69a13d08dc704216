import { jsonNumber } from '../../core/decimals.ts'
import { canonicalTimestamp, timestampInUtc } from '../../core/timestamps.ts'
import type { OwnType } from '../../core/own-type.ts'
import type { JsonValue, Value, ValueKind } from '../../core/values.ts'
import type { ColumnMetadata } from '../metadata.ts'

/** https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/data-types */
const KINDS: Record<string, ValueKind> = {
  BOOLEAN: 'boolean',
  TINYINT: 'integer',
  SMALLINT: 'integer',
  INTEGER: 'integer',
  BIGINT: 'integer',
  DECIMAL: 'decimal',
  SMALLDECIMAL: 'decimal',
  REAL: 'float',
  DOUBLE: 'float',
  CHAR: 'text',
  NCHAR: 'text',
  VARCHAR: 'text',
  NVARCHAR: 'text',
  ALPHANUM: 'text',
  SHORTTEXT: 'text',
  CLOB: 'text',
  NCLOB: 'text',
  TEXT: 'text',
  BINTEXT: 'text',
  DATE: 'date',
  TIME: 'time',
  SECONDDATE: 'timestamp',
  TIMESTAMP: 'timestamp',
  BINARY: 'binary',
  VARBINARY: 'binary',
  BLOB: 'binary',
}
export const kindOf = (typeName: string): ValueKind => KINDS[typeName] ?? 'other'

const LARGE: readonly string[] = ['CLOB', 'NCLOB', 'TEXT', 'BINTEXT', 'BLOB']

/** Large objects, and all that is no single value: places, vectors, arrays. They have neither equality nor order. */
export const ownOf = (typeName: string): OwnType | undefined =>
  LARGE.includes(typeName) || kindOf(typeName) === 'other' ? { name: typeName, comparison: 'none' } : undefined

/** HANA infers no type for a parameter that meets another one, so each has a conversion around it. */
const CONVERSIONS: Partial<Record<ValueKind, string>> = {
  integer: 'TO_BIGINT',
  decimal: 'TO_DECIMAL',
  float: 'TO_DOUBLE',
  text: 'TO_NVARCHAR',
  date: 'TO_DATE',
  time: 'TO_TIME',
  timestamp: 'TO_TIMESTAMP',
  boolean: 'TO_BOOLEAN',
}

/** Parameters have no numbers: they count by their order in the statement. */
export const placeholder = (_position: number, kind?: ValueKind): string => {
  const conversion = kind && CONVERSIONS[kind]
  return conversion === undefined ? '?' : `${conversion}(?)`
}

/** Decimals are written by the engine, with their declared scale. */
export const selectExpression = ({ kind }: ColumnMetadata, sql: string): string =>
  kind === 'decimal' ? `TO_VARCHAR(${sql})` : sql

export const jsonValue = ({ kind }: ColumnMetadata, value: Value): JsonValue => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (kind === 'boolean' && (value === 0 || value === 1)) return value === 1
  if (kind === 'timestamp' && typeof value === 'string') return canonicalTimestamp(value)
  return typeof value === 'number' || typeof value === 'bigint' ? jsonNumber(value) : value
}

/** Timestamps have no zone and are in UTC. */
export const bindValue = ({ kind }: Pick<ColumnMetadata, 'kind'>, value: Value): Value =>
  kind === 'timestamp' && typeof value === 'string'
    ? (timestampInUtc(value) ?? value).replace('T', ' ').replace(/Z$/, '')
    : value
