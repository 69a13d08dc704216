import type { Format } from './rules/rule.ts'
import { isCalendarDate, timestampInUtc } from './timestamps.ts'
import type { JsonValue } from './values.ts'

/** Longest address: https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1 with the erratum that makes it 254. */
const EMAIL_LENGTH = 254
/** Local part and domain as web forms take them: https://html.spec.whatwg.org/#valid-e-mail-address, and with a dot. */
const LOCAL_PART = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/
const DOMAIN_LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
const INTEGER = /^[+-]?\d+$/
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,4})?$/i
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const DATE = /^\d{4}-\d\d-\d\d$/

/**
 * Whether a value, as answers carry it, has a form. Texts are taken literally: spaces around a number are none.
 * - `boolean`: true, false, 0, 1, or one of these as text in any letter case
 * - `date`: `YYYY-MM-DD`, a day that the calendar has
 * - `timestamp`: a date, or a date and time with or without zone, in ISO 8601
 * - `email`: one address without a display name; `url`: absolute, http or https
 */
export const FORMAT_CHECKS: Readonly<Record<Format, (value: Exclude<JsonValue, null>) => boolean>> = {
  integer: (value) => (typeof value === 'number' ? Number.isInteger(value) : INTEGER.test(textOf(value))),
  numeric: (value) => (typeof value === 'number' ? Number.isFinite(value) : isNumeric(textOf(value))),
  boolean: (value) => typeof value === 'boolean' || ['true', 'false', '0', '1'].includes(String(value).toLowerCase()),
  date: (value) => DATE.test(textOf(value)) && isCalendarDate(textOf(value)),
  timestamp: (value) => timestampInUtc(textOf(value)) !== null,
  email: (value) => isEmail(textOf(value)),
  url: (value) => isWebAddress(textOf(value)),
  uuid: (value) => UUID.test(textOf(value)),
}

/** Whether a text is a number, in decimal digits with or without an exponent. */
export const isNumeric = (text: string): boolean => NUMBER.test(text)

/** Only texts have a form that their characters make. */
const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : '')

const isEmail = (text: string): boolean => {
  if (text.length > EMAIL_LENGTH) return false
  const at = text.lastIndexOf('@')
  const [local, labels] = [text.slice(0, at), text.slice(at + 1).split('.')]
  const isDotted = !local.startsWith('.') && !local.endsWith('.') && !local.includes('..')
  return (
    at > 0 &&
    LOCAL_PART.test(local) &&
    isDotted &&
    labels.length > 1 &&
    labels.every((label) => DOMAIN_LABEL.test(label))
  )
}

/** The parser of the platform decides, but for what it quietly mends: spaces, line breaks and backslashes. */
const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text)
