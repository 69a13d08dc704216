import type { Value, ValueKind, JsonValue } from '../values.ts'
import { decimalText, jsonNumber, scaledText } from '../decimals.ts'
import { canonicalTimestamp } from '../timestamps.ts'

/** A number whose digits are to be written as they are. */
export class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A date or time as a spreadsheet's own number of days, in a style of ours. */
export class Serial {
  readonly days: number
  readonly style: number
  constructor(days: number, style: number) {
    this.days = days
    this.style = style
  }
}

/** What a file has for a value that is not NULL. */
export type Cell = string | number | boolean | Digits | Serial

export type CellWriter = (value: Exclude<Value, null>) => Cell

/** @see https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA_START = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?(?:\d|\.\d|Infinity$)/

/** Puts `'` before text that a spreadsheet would take for a formula. Numbers may start with a sign. */
export const escapeFormula = (text: string, kind: ValueKind): string =>
  FORMULA_START.test(text) && (kind === 'text' || !NUMBER.test(text)) ? `'${text}` : text

/**
 * A value as JSON answers carry it, without loss: decimals, whole numbers beyond 2^53 - 1 and numbers that are none as
 * text, timestamps as ISO 8601 in UTC, bytes as base64. Where a value does not fit its column's kind, which SQLite
 * allows, the value decides.
 *
 * @param scale digits after the point that a decimal has at least, where its engine keeps it as a binary number.
 */
export const exactValue = (
  value: Exclude<Value, null>,
  kind: ValueKind,
  scale: number | null = null,
): Exclude<JsonValue, null> => {
  if (typeof value === 'string') return kind === 'timestamp' ? canonicalTimestamp(value) : value
  if (typeof value === 'boolean') return value
  if (value instanceof Uint8Array) return toBase64(value)
  switch (kind) {
    case 'boolean':
      if (value === 0 || value === 1) return value === 1
      break
    case 'decimal':
      return scale === null ? decimalText(value) : scaledText(value, scale)
    case 'text':
      return String(value)
    default:
  }
  return jsonNumber(value)
}

const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
