/**
 * What SQLite makes of values when it stores them in a column: numbers of texts that look so (`numeric`, `real`, the latter
 * floating-point numbers of whole ones, too), texts of numbers (`text`), or nothing (`none`).
 *
 * @see https://www.sqlite.org/datatype3.html#type_affinity
 */
export type Affinity = 'numeric' | 'real' | 'text' | 'none'

/** Whether numbers are numbers there, however they are written. */
export const holdsOnlyNumbers = (affinity: Affinity | undefined): boolean =>
  affinity === 'numeric' || affinity === 'real'

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const WHOLE = /^([+-]?\d{1,19})(?:\.0*)?$/

/**
 * The number that a text is in a column of numbers; undefined for all other texts. Whole ones of 64 bits keep all digits, and
 * others are the nearest floating-point number: SQLite itself may miss that by a bit.
 */
export const numericValue = (text: string): number | bigint | undefined => {
  const trimmed = text.trim()
  const digits = WHOLE.exec(trimmed)?.[1]
  if (digits !== undefined) {
    const whole = BigInt(digits.replace('+', ''))
    if (BigInt.asIntN(64, whole) === whole) return whole
  }
  return NUMBER.test(trimmed) ? Number(trimmed) : undefined
}

/** A number as it is written where kinds of values are to be told apart: a floating-point one has a point or an exponent. */
export const realText = (value: number): string => {
  if (Object.is(value, -0)) return '-0.0'
  const text = String(value)
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

/** A number that is written as exports do, where nothing but its digits tells what it is: `7`, `7.0`, `1.5`. Not `007` or `1.50`. */
export const readNumber = (text: string): number | bigint | undefined => {
  if (/^-?[1-9]\d{0,18}$|^0$/.test(text)) {
    const whole = BigInt(text)
    if (BigInt.asIntN(64, whole) === whole) return whole
  }
  const number = Number(text)
  return text !== 'NaN' && (String(number) === text || realText(number) === text) ? number : undefined
}
