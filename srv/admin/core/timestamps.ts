import { withoutEnding } from './values.ts'

const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/
const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:\d*[1-9])?Z$/

/** Every day of the calendar but those of the year 0 and the leap days, to be seen without a calendar. */
export const COMMON_DAY = String.raw`(?!0000)\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))`

/** What is in UTC already. */
// eslint-disable-next-line saga/linear-expressions -- anchored, of a fixed length but for its fraction
const COMMON = new RegExp(
  String.raw`^(${COMMON_DAY})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(?:Z|[+-]00(?::?00)?)?)?$`,
)

export const isCalendarDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/**
 * `YYYY-MM-DDTHH:MM:SS.sssZ` in UTC, with more than three fractional digits only where they say something, or null
 * when the text is no timestamp. Without a zone it is UTC already.
 */
export const timestampInUtc = (text: string): string | null => {
  const common = COMMON.exec(text)
  if (common) return written(common)
  const parts = TIMESTAMP.exec(text)
  if (!parts) return null
  const [, day = '', minute = '00:00', second = '00', fraction = '', zone = 'Z'] = parts
  if (!isCalendarDate(day)) return null
  const offset = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3).padEnd(2, '0')}`
  const instant = new Date(`${day}T${minute}:${second}${offset}`)
  return `${instant.toISOString().slice(0, 19)}.${fractionOf(fraction)}Z`
}

const written = ([, day = '', minute = '00:00', second = '00', fraction = '']: RegExpExecArray): string =>
  `${day}T${minute}:${second}.${fractionOf(fraction)}Z`

const fractionOf = (digits: string): string =>
  digits.length === 3 ? digits : withoutEnding(digits, '0').padEnd(3, '0')

/** The same instant in the form of `timestampInUtc` where the text is a timestamp; otherwise the text as it is. */
export const canonicalTimestamp = (text: string): string =>
  CANONICAL.test(text) ? text : (timestampInUtc(text) ?? text)
