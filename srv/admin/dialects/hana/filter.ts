import type { FilterTarget } from '../../core/filter/compile.ts'
import type { FunctionName, Unit } from '../../core/filter/syntax.ts'
import { quoteIdentifier, columnResolver } from '../../core/identifiers.ts'
import type { ColumnMetadata } from '../metadata.ts'
import { jsonNumber } from '../../core/decimals.ts'
import { canonicalTimestamp, timestampInUtc } from '../../core/timestamps.ts'
import type { OwnType } from '../../core/own-type.ts'
import type { JsonValue, Value, ValueKind } from '../../core/values.ts'

export const filterTarget = (columns: readonly ColumnMetadata[]): FilterTarget => ({
  column: columnResolver(columns),
  quote: quoteIdentifier,
  reference: ({ name }) => quoteIdentifier(name),
  placeholder,
  bind: (kind, value) => bindValue({ kind }, value),
  sortable: (_kind, sql) => sql, // texts are compared by code point
  like: (operand, pattern) => `${operand} LIKE ${pattern} ESCAPE '\\'`,
  bindPattern: (pattern) => pattern,
  foldCase: (sql) => `LOWER(${sql})`,
  hasInfinity: false,
  isNan: null,
  has: () => null,
  // The path is a part of the statement here, so that only plain names may stand in it.
  within: ({ name, kind }, path, wanted) => {
    const isPlain = path.every((step) => typeof step === 'number' || /^[A-Za-z_]\w*$/.test(step))
    if (!isPlain || wanted !== 'text' || !['json', 'text'].includes(kind)) return null
    const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    return `JSON_VALUE(${quoteIdentifier(name)}, '$${steps.join('')}')`
  },
  arithmetic: (operator, left, right) =>
    operator === '/'
      ? `TO_DECIMAL(${left}) / NULLIF(TO_DECIMAL(${right}), 0)`
      : `TO_DECIMAL(${left}) ${operator} TO_DECIMAL(${right})`,
  firstMoment: (sql) => `TO_TIMESTAMP(${sql})`,
  shift: (_kind, sql, amount, unit) => SHIFTS[unit](sql, amount),
  // Those of the engine may take a time that grows much faster than the text.
  matches: null,
  call: (name, args) => FUNCTIONS[name](args),
})

const shifted =
  (name: string, factor = 1) =>
  (sql: string, amount: number): string =>
    `${name}(${sql}, ${amount * factor})`

const SHIFTS: Record<Unit, (sql: string, amount: number) => string> = {
  second: shifted('ADD_SECONDS'),
  minute: shifted('ADD_SECONDS', 60),
  hour: shifted('ADD_SECONDS', 3_600),
  day: shifted('ADD_DAYS'),
  week: shifted('ADD_DAYS', 7),
  month: shifted('ADD_MONTHS'),
  year: shifted('ADD_YEARS'),
}

const wrap =
  (name: string) =>
  (args: readonly string[]): string =>
    `${name}(${args.join(', ')})`

/** Each argument is used once, as parameters have no numbers: positions below 1 are HANA's own matter. */
const FUNCTIONS: Record<FunctionName, (args: readonly string[]) => string> = {
  lower: wrap('LOWER'),
  upper: wrap('UPPER'),
  length: wrap('LENGTH'),
  trim: wrap('TRIM'),
  substring: wrap('SUBSTRING'),
  abs: wrap('ABS'),
  round: wrap('ROUND'),
  coalesce: wrap('COALESCE'),
  hour: wrap('HOUR'),
  minute: wrap('MINUTE'),
  second: ([instant = '']) => `FLOOR(SECOND(${instant}))`,
  floor: wrap('FLOOR'),
  ceil: wrap('CEIL'),
  now: () => 'CURRENT_UTCTIMESTAMP',
  year: wrap('YEAR'),
  month: wrap('MONTH'),
  day: wrap('DAYOFMONTH'),
  current_date: () => 'CURRENT_UTCDATE',
  current_timestamp: () => 'CURRENT_UTCTIMESTAMP',
}

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
