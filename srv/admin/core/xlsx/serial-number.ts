import type { ValueKind } from '../values.ts'
import { serialDate } from './serial-date.ts'

const DAY_MS = 86_400_000
/** 1 March 1900, the first day that has the same number in every spreadsheet. */
const FIRST_DAY = 61
const EPOCH = Date.UTC(1899, 11, 30)

const DATE = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d\d:\d\d:\d\d(?:\.\d{3})?$/
const TIMESTAMP = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z$/
/** Days that every month has need no calendar, and these are nine of ten. */
const COMMON_DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])/

/** Kinds of value that a spreadsheet has as a number of days with a format. */
export type SerialKind = Extract<ValueKind, 'date' | 'time' | 'timestamp'>

/**
 * A date, a time or a timestamp in UTC as a spreadsheet's number of days, the inverse of `serialDate`.
 *
 * @returns null for what would not be read back as it is: days before March 1900, microseconds, and all that is no date.
 */
export const serialNumber = (text: string, kind: SerialKind): number | null => {
  if (kind === 'time') {
    if (!TIME.test(text)) return null
    const serial = Date.parse(`1970-01-01T${text}Z`) / DAY_MS
    return serialDate(String(serial), false) === text ? serial : null
  }
  if (!(kind === 'date' ? DATE : TIMESTAMP).test(text)) return null
  const instant = Date.parse(text)
  // An impossible day is either no date at all, or another one.
  if (Number.isNaN(instant)) return null
  if (!COMMON_DAY.test(text) && !new Date(instant).toISOString().startsWith(text)) return null
  const serial = (instant - EPOCH) / DAY_MS
  return serial >= FIRST_DAY ? serial : null
}
