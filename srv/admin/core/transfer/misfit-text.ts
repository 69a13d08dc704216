import { timestampInUtc } from '../timestamps.ts'
import type { ValueKind } from '../values.ts'
import { DISTANT_DATE } from './distant-date.ts'
import { isLonger } from './is-longer.ts'
import { readNumber } from './read-number.ts'

/** As decimals are written that are numbers. */
const DECIMAL = /^-?(?:\d+(?:\.\d+)?|Inf)$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$/
// Days that every month has need no calendar.
const COMMON =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z?)?$/

/**
 * Whether a text in a column that takes any value would not come back from a file: what is read for a column of the kind
 * would be something else, or nothing. SQLite makes numbers of texts that look so, where the column's type is one of numbers.
 */
export const isMisfit = (text: string, kind: ValueKind, length: number | null): boolean => {
  switch (kind) {
    case 'text':
      return length !== null && isLonger(text, length)
    case 'date':
    case 'timestamp':
      return !COMMON.test(text) && timestampInUtc(text) === null && !DISTANT_DATE.test(text)
    case 'time':
      return !TIME.test(text)
    case 'decimal':
      return !DECIMAL.test(text)
    case 'other':
      return readNumber(text) !== undefined
    case 'json':
      return !isJson(text)
    default:
      return true
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
