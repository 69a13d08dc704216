import { jsonNumber, scaledText, decimalText } from '../decimals.ts'
import { COMMON_DAY } from '../timestamps.ts'
import type { Value, ValueKind } from '../values.ts'
import { inShape, serialDate, type SerialKind, serialNumber } from '../xlsx/serial-date.ts'
import { shapeOfStyle, styleOfShape } from '../xlsx/sheet-styles.ts'
import { type Affinity, holdsOnlyNumbers, numericValue, readNumber, realText } from './affinity.ts'
import { type Cell, type CellWriter, Digits, Serial, escapeFormula } from './cell.ts'
import { createConverter } from './convert.ts'
import type { Field, TextColumn, TextFormat } from './file-format.ts'
import { foreignValue, looksForeign } from './foreign-value.ts'
import { shapeOf } from './stored-form.ts'
import { asksKinds, type TargetColumn } from './target-column.ts'

/** Dates and times that are read back as they are, without a closer look: what nine of ten columns have. */
const DAY = /^\d{4}-\d\d-\d\d(?:[T ][\d:.+\-Z]*)?$/
// eslint-disable-next-line saga/linear-expressions -- anchored, of a fixed length
const CAP_DATE = new RegExp(`^${COMMON_DAY}$`)
// eslint-disable-next-line saga/linear-expressions -- anchored, of a fixed length
const CAP_TIMESTAMP = new RegExp(String.raw`^${COMMON_DAY}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$`)
/** Texts without anything that a file cannot hold, or that would be taken for something else: a formula, or what begins with `data:`. */
const CLEAN = /^(?:[^\0\uFFFD=+\-@\t\rd][^\0\uFFFD]*)?$/
const SQLITE = { hasInfiniteValues: false, hasExactDecimals: false }

interface Context {
  readonly onAmbiguous: () => void
  readonly isUtf8: () => boolean
}

/**
 * Makes cells of the values of a column of SQLite, where any value may be. What does not come back from the file as it was, which
 * is found out by reading it, is told, or written as a text that tells what it is.
 */
export const anyCell = (format: TextFormat, column: TextColumn, target: TargetColumn, context: Context): CellWriter => {
  const { escapeFormulas, values } = format
  const write = writerOf(format, column, target)
  const comesBack = readBack(format, target)
  const { kind } = column
  const serial: ((text: string) => Cell) | undefined =
    format.type === 'sheet' && isTime(kind) && values !== 'stored'
      ? (text) => serialOf(text, kind, comesBack) ?? text
      : undefined
  const quick = values === 'stored' ? () => undefined : quickCell(target, serial)
  // One value is enough to tell of the column; how others are written does not depend on it, but for exact ones.
  let isTold = false
  return (value) => {
    const certain = quick(value)
    if (certain !== undefined) return certain
    const written = serial && typeof value === 'string' ? serial(value) : write(value)
    const cell = escapeFormulas && typeof written === 'string' ? escapeFormula(written, kind) : written
    if (isTold && values !== 'exact') return cell
    const isText = typeof value !== 'string' || !value.includes('\uFFFD') || context.isUtf8()
    if (isText && comesBack(value, cell) && !(values === 'exact' && typeof cell === 'string' && looksForeign(cell)))
      return cell
    if (values === 'exact' && isText) return foreignValue(value)
    context.onAmbiguous()
    isTold = true
    return cell
  }
}

const isTime = (kind: ValueKind): kind is SerialKind => kind === 'date' || kind === 'time' || kind === 'timestamp'

const writerOf = ({ type, values }: TextFormat, { kind, scale }: TextColumn, target: TargetColumn): CellWriter => {
  const number = numberWriter(type, target.affinity)
  const isStored = values === 'stored'
  const write: CellWriter = (value) => {
    if (typeof value === 'string' || typeof value === 'boolean') return value
    if (value instanceof Uint8Array) return toBase64(value)
    if (isStored) return number(value)
    if (kind === 'boolean' && (value === 0 || value === 1)) return value === 1
    if (kind === 'decimal') return scale === null || scale === undefined ? decimalText(value) : scaledText(value, scale)
    return kind === 'text' ? String(value) : number(value)
  }
  return write
}

/** Where nothing but the digits tells a floating-point number from an integer, they do; in JSON they cannot. */
const numberWriter = (type: TextFormat['type'], affinity: Affinity | undefined): ((value: number | bigint) => Cell) => {
  if (affinity !== 'none' || type === 'json' || type === 'ndjson') return jsonNumber
  return (value) => {
    const text = typeof value === 'bigint' ? String(value) : realText(value)
    // A spreadsheet has numbers of 15 digits, and no infinite ones.
    return type === 'csv' || SHEET_NUMBER.test(text) ? new Digits(text) : text
  }
}

const SHEET_NUMBER = /^-?\d{1,15}$|^-?\d+[.e]/

const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

/** The cell of a value that is known to come back; undefined for one that needs a closer look. */
const quickCell = (
  { kind, affinity, form, scale }: TargetColumn,
  serial: ((text: string) => Cell) | undefined,
): ((value: Value) => Cell | undefined) => {
  switch (kind) {
    case 'integer':
    case 'float':
      return holdsOnlyNumbers(affinity)
        ? (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
        : () => undefined
    case 'decimal':
      return holdsOnlyNumbers(affinity)
        ? (value) =>
            typeof value === 'number' && Number.isFinite(value)
              ? scale === null
                ? decimalText(value)
                : scaledText(value, scale)
              : undefined
        : () => undefined
    case 'date':
    case 'timestamp': {
      const common = form ? DAY : kind === 'date' ? CAP_DATE : CAP_TIMESTAMP
      return (value) => {
        if (typeof value !== 'string' || !common.test(value)) return undefined
        return serial ? serial(value) : value
      }
    }
    case 'text':
      return (value) => (typeof value === 'string' && affinity === 'text' && CLEAN.test(value) ? value : undefined)
    case 'boolean':
      return (value) => (value === 0 || value === 1 ? value === 1 : undefined)
    default:
      return () => undefined
  }
}

type ComesBack = (value: Exclude<Value, null>, cell: Cell) => boolean

/** Whether a value is read again as what it was, from its cell. */
const readBack = (format: TextFormat, target: TargetColumn): ComesBack => {
  const read = createConverter(target, SQLITE, { values: 'plain', isStrict: false })
  const isAsked = asksKinds(target)
  const isCsv = format.type === 'csv'
  const fieldOf = (cell: Cell): Field => {
    if (cell instanceof Serial) {
      const text = serialDate(String(cell.days), false) ?? ''
      return isAsked ? { irregular: 'serial', text: inShape(text, shapeOfStyle(cell.style)) } : text
    }
    if (cell instanceof Digits) return cell.text
    if (typeof cell === 'string') return isAsked ? { irregular: 'text', text: cell } : cell
    return isCsv || typeof cell === 'number' ? String(cell) : cell
  }
  return (value, cell) =>
    !(typeof cell === 'string' && cell.includes('\0')) &&
    typeof value !== 'boolean' &&
    isSame(value, read(fieldOf(cell)), target.affinity)
}

/** @param read what would be bound; SQLite makes numbers of texts that look so, where the column has them. */
const isSame = (
  value: Exclude<Value, null | boolean>,
  read: Value | undefined,
  affinity: Affinity | undefined,
): boolean => {
  if (value instanceof Uint8Array) return read instanceof Uint8Array && Buffer.compare(value, read) === 0
  if (typeof read === 'boolean') return Number(read) === value
  const isNumeric = holdsOnlyNumbers(affinity)
  const stored = isNumeric && typeof read === 'string' ? (numericValue(read) ?? read) : read
  if (typeof value === 'string') return stored === value
  if (stored === null || stored === undefined || typeof stored === 'string' || stored instanceof Uint8Array)
    return false
  if (affinity === 'text') return false
  return affinity === 'none'
    ? typeof value === typeof stored && Object.is(value, stored)
    : affinity === 'real'
      ? Number(value) === Number(stored)
      : !(value < stored || value > stored)
}

/** A text as a spreadsheet's own date, shown in the same form, where it is read back as the same. */
const serialOf = (text: string, kind: SerialKind, comesBack: ComesBack): Serial | undefined => {
  const style = styleOfShape(shapeOf(text))
  if (style === undefined || (kind === 'time') !== (text.length === 8)) return undefined
  const days =
    kind === 'time' || text.length === 10 ? serialNumber(text, kind === 'time' ? kind : 'date') : instantDays(text)
  if (days === null) return undefined
  const serial = new Serial(days, style)
  return comesBack(text, serial) ? serial : undefined
}

const instantDays = (text: string): number | null => {
  const [date = '', time = ''] = text.replace('T', ' ').replace('Z', '').split(' ')
  return serialNumber(
    `${date}T${time.length === 5 ? `${time}:00.000` : time.includes('.') ? time : `${time}.000`}Z`,
    'timestamp',
  )
}

/** Whether a text stands in quotes where columns ask for kinds: without, it would be read as a number. */
export const needsQuotes = (text: string): boolean => !isYearMonth(text) && readNumber(text) !== undefined

/** `2024-02-`, which no number begins with; most texts of such columns do. */
const isYearMonth = (text: string): boolean => text.charCodeAt(4) === HYPHEN && text.charCodeAt(7) === HYPHEN

const HYPHEN = 45
