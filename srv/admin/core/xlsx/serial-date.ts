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
