/** Bytes as bodies have them, in either alphabet of base64. */
export const BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2,3}={0,2})?$/

/** A GUID as URLs and bodies have it, in letters of either case. */
export const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Days and times that exist. Their form alone lets 2020-02-30 pass, which SQLite moves to March and PostgreSQL refuses.
 * Years are those that every database here stores: 0001 to 9999.
 */

const DAY = /^(?!0000)(\d{4})-(\d\d)-(\d\d)$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,12})?)?$/
const TIMESTAMP = /^([^T]{10})(?:T([\d:.]+?)(Z|[+-](?:(?:0\d|1[0-3]):?[0-5]\d|14:?00))?)?$/

/** Whether a text is a day of the calendar, as `Edm.Date` writes it. */
export const isDate = (text: string): boolean => {
  const [, year, month, day] = DAY.exec(text) ?? []
  if (!year) return false
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** Whether a text is a time of a day, as `Edm.TimeOfDay` writes it; seconds may be left out. */
export const isTimeOfDay = (text: string): boolean => TIME.test(text)

/** Whether a text is a moment, as `Edm.DateTimeOffset` writes it; time and offset may be left out, as CAP allows. */
export const isTimestamp = (text: string): boolean => {
  const [, date, time] = TIMESTAMP.exec(text) ?? []
  return date !== undefined && isDate(date) && (time === undefined || isTimeOfDay(time))
}
