import { COMMON_DAY, isCalendarDate, timestampInUtc } from '../timestamps.ts'
import type { Value, ValueKind } from '../values.ts'
import { type AnyConverter, anyConverter, holdsNumbers, looseConverter } from './any-converter.ts'
import { NOT_FINITE, decimalConverter, toFloat, toInteger } from './convert-number.ts'
import type { Field } from './file-format.ts'
import { looksForeign, readForeignValue } from './foreign-value.ts'
import type { ReadingMode, StoredValues, TargetColumn, TextConverter } from './target-column.ts'

/**
 * A field as the value to be stored, or undefined when it cannot be read as one without loss. Numbers and times stay
 * text, which engines read by the type of the column: no digit and no time zone gets lost on the way.
 */
export type Converter = (field: Field) => Value | undefined

/** As files of others are read. */
export const USUAL_MODE: ReadingMode = { values: 'plain', isStrict: true }

export const createConverter = (
  column: TargetColumn,
  engine: StoredValues,
  mode = USUAL_MODE,
  onReshaped: () => void = () => undefined,
): Converter => {
  const fromText = converterOf(column, engine, mode, onReshaped)
  const { kind } = column
  const isText = kind === 'text' || kind === 'other'
  const fromField: Converter = (field) => {
    if (typeof field === 'string') return fromText(field)
    if (field === null) return null
    if (typeof field === 'boolean') return kind === 'boolean' ? field : isText ? String(field) : undefined
    switch (field.irregular) {
      case 'text':
        return fromText(field.text, true)
      case 'serial':
        return fromText(field.text)
      default:
        return field.irregular === 'json' && kind === 'json' ? field.text : undefined
    }
  }
  if (mode.values === 'plain' || mode.values === 'stored') return fromField
  const readForeign = mode.values === 'exact' ? foreignConverter(column, fromText) : () => undefined
  return (field) => {
    const text = typeof field === 'object' ? field?.text : field
    return typeof text === 'string' && looksForeign(text) ? readForeign(text) : fromField(field)
  }
}

/** Of what an export with values `exact` has written: SQLite takes it as it is, others where it is of the column's kind. */
const foreignConverter =
  (column: TargetColumn, fromText: TextConverter): TextConverter =>
  (text) => {
    const value = readForeignValue(text)
    if (value === undefined || column.affinity) return value
    if (value instanceof Uint8Array) return column.kind === 'binary' ? value : undefined
    return fromText(String(value))
  }

const converterOf = (
  column: TargetColumn,
  engine: StoredValues,
  { values, isStrict }: ReadingMode,
  onReshaped: () => void,
): AnyConverter => {
  const strict = textConverter(column, engine)
  if (!column.affinity) return strict
  if (column.form)
    return anyConverter(column, column.form, {
      strict,
      isStrict,
      onReshaped: values === undefined ? onReshaped : undefined,
    })
  // CAP decides how values are written, and knows only those of the column's kind.
  const loose = looseConverter(column, undefined, strict)
  return (text) => {
    const value = strict(text)
    if (value === undefined) return isStrict ? undefined : loose(text)
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
    return typeof value === 'string' && (column.kind === 'decimal' || column.kind === 'float') ? loose(value) : value
  }
}

/** What a value of the column has to look like, for messages. */
export const expectationOf = ({ kind, length, precision, scale, type, form }: TargetColumn): string => {
  if (form && holdsNumbers(form) && (kind === 'date' || kind === 'timestamp')) return 'a number, as the column has them'
  switch (kind) {
    case 'decimal':
      return precision === null
        ? 'a decimal number'
        : `a decimal number of up to ${precision} digits, ${scale ?? 0} of them after the point`
    case 'text':
      return length === null ? 'text' : `text of up to ${length} characters`
    case 'other':
      return type
    default:
      return EXPECTATIONS[kind]
  }
}

const EXPECTATIONS: Record<Exclude<ValueKind, 'decimal' | 'text' | 'other'>, string> = {
  boolean: 'true or false',
  integer: 'a whole number of 64 bits',
  float: 'a number',
  date: 'a date (YYYY-MM-DD)',
  time: 'a time (HH:MM:SS)',
  timestamp: 'a timestamp (YYYY-MM-DDTHH:MM:SSZ)',
  binary: 'base64',
  json: 'JSON',
}

const textConverter = (column: TargetColumn, engine: StoredValues): TextConverter => {
  const { kind, length } = column
  const orEngines = (convert: TextConverter, pattern: RegExp): TextConverter =>
    engine.hasInfiniteValues ? (text) => convert(text) ?? (pattern.test(text) ? text : undefined) : convert
  switch (kind) {
    case 'text':
      return length === null ? (text) => text : (text) => (isLonger(text, length) ? undefined : text)
    case 'boolean':
      return (text) => BOOLEANS.get(text) ?? BOOLEANS.get(text.trim().toLowerCase())
    case 'integer':
      return toInteger
    case 'decimal':
      return orEngines(decimalConverter(column, engine), NOT_FINITE)
    case 'float':
      return orEngines(toFloat, NOT_FINITE)
    case 'date':
      return orEngines(toDate, DISTANT_TIME)
    case 'time':
      return timeConverter(/with time zone$/.test(column.type) ? TIME_WITH_ZONE : TIME)
    case 'timestamp':
      return orEngines(toTimestamp, DISTANT_TIME)
    case 'binary':
      return toBytes
    case 'json':
      return (text) => (isJson(text) ? text : undefined)
    case 'other':
      return (text) => text
  }
}

/** Databases count characters, JavaScript half of those beyond the first plane. */
const isLonger = (text: string, length: number): boolean => text.length > length && Array.from(text).length > length

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 't', 'yes', 'y', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'f', 'no', 'n', 'off'].map((word) => [word, false] as const),
])

// eslint-disable-next-line saga/linear-expressions -- anchored, of a fixed length
const COMMON_DATE = new RegExp(`^${COMMON_DAY}$`)
// eslint-disable-next-line saga/linear-expressions -- anchored, of a fixed length
const COMMON_TIMESTAMP = new RegExp(String.raw`^${COMMON_DAY}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$`)
const DATE = /^(?!0000)\d{4}-\d\d-\d\d$/
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?Z?$/
const TIME = /^(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?|24:00(?::00(?:\.0+)?)?)$/
const TIME_WITH_ZONE = /^(?:[01]\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d(?::?\d\d){0,2})?$/
/** As PostgreSQL writes what ISO 8601 has no four digits for: BC, years beyond 9999, and what never comes. */
const DISTANT_TIME =
  /^(?:-?infinity|(?:\d{5,7}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,6})?)?|\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,6})?)?(?= BC))(?: BC)?)$/

const timeConverter =
  (pattern: RegExp): TextConverter =>
  (text) =>
    pattern.test(text) ? (text.length === 5 ? `${text}:00` : text) : undefined

const toTimestamp: TextConverter = (text) =>
  COMMON_TIMESTAMP.test(text) ? text : text.startsWith('0000') ? undefined : (timestampInUtc(text) ?? undefined)

const toDate: TextConverter = (text) => {
  if (COMMON_DATE.test(text)) return text
  const date = text.length === 10 ? text : text.replace(MIDNIGHT, '')
  return DATE.test(date) && isCalendarDate(date) ? date : undefined
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const toBytes: TextConverter = (text) =>
  text.length % 4 === 0 && BASE64.test(text) ? new Uint8Array(Buffer.from(text, 'base64')) : undefined

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
