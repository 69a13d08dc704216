import type { ValueKind } from '../values.ts'

const DAY_MS = 86_400_000
// Day 60 of Excel's calendar is 29 February 1900, which never was: ECMA-376 part 1, 18.17.4.
const EPOCHS = { before: Date.UTC(1899, 11, 31), after: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) }

/**
 * A spreadsheet's number of days as ISO text: a date, a time when it has no days, or both. Spreadsheets know no time
 * zones, so neither does this.
 *
 * @returns null for what is no date.
 */
export const serialDate = (text: string, isDate1904: boolean): string | null => {
  const serial = Number(text)
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return null
  const epoch = isDate1904 ? EPOCHS.from1904 : serial < 60 ? EPOCHS.before : EPOCHS.after
  const iso = new Date(epoch + Math.round(serial * DAY_MS)).toISOString()
  const [date = '', time = ''] = iso.replace(/\.000Z$|Z$/, '').split('T')
  if (serial < 1 && !isDate1904) return time
  return time === '00:00:00' ? date : `${date}T${time}`
}

/** Such a text in the form of another one, which has 0 for each digit; what does not fit that form is kept all the same. */
export const inShape = (text: string, shape: string): string => {
  const [date = '', time = '00:00:00'] = text.split('T')
  if (!text.includes('T') && shape.length <= date.length) return text
  const [, separator = ' ', fraction = '', zone = ''] = /^0000-00-00([ T])00:00(?::00)?(\.0+)?(Z?)$/.exec(shape) ?? []
  const second = time.endsWith(':00') && /\d\d:\d\d$/.test(time) && shape.length === 16 ? time.slice(0, 5) : time
  return `${date}${separator}${second}${fraction !== '' && !time.includes('.') ? fraction : ''}${zone}`
}

// Built-in formats of dates and times: ECMA-376 part 1, 18.8.30.
const BUILT_IN = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** Parts of a number format that are no letters of its own: text, and what stands in brackets. */
const ASIDE = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]?|general/gi

/** Brackets around hours, minutes or seconds that are not counted modulo a day or an hour. */
const ELAPSED = /^\[(?:h+|m+|s+)\]$/i

/** Whether a number format shows dates or times. */
export const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined
    ? BUILT_IN.has(id)
    : /[ymdhs]/i.test(code.replace(ASIDE, (part) => (ELAPSED.test(part) ? part : '')))

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
