import { decimalText } from '../decimals.ts'
import { withoutEnding } from '../values.ts'
import type { StoredValues, TargetColumn, TextConverter } from './target-column.ts'

const SHORT_INTEGER = /^[+-]?\d{1,18}$/
const INTEGER = /^[+-]?\d{1,30}$/

export const toInteger: TextConverter = (text) => {
  if (SHORT_INTEGER.test(text)) return text
  const trimmed = text.trim()
  if (!INTEGER.test(trimmed)) return undefined
  const value = BigInt(trimmed.replace(/^\+/, ''))
  return BigInt.asIntN(64, value) === value ? trimmed : undefined
}

const PLAIN_DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/
export const NOT_FINITE = /^(?:NaN|[+-]?Infinity)$/

export const decimalConverter = (
  { precision, scale, affinity, form }: TargetColumn,
  { hasExactDecimals }: StoredValues,
): TextConverter => {
  const common = commonDecimal(precision, scale)
  return (text) => {
    if (common.test(text)) return text
    const plain = plainDecimal(text)
    const parts = plain === undefined ? undefined : PLAIN_DECIMAL.exec(plain)
    if (plain === undefined || !parts) return undefined
    const whole = (parts[2] ?? '').replace(/^0+/, '')
    const fraction = withoutEnding(parts[3] ?? '', '0')
    if (precision !== null && !fits(whole, fraction, precision, scale ?? 0)) return undefined
    if (hasExactDecimals || whole.length + fraction.length <= 15 || isExactDouble(whole, fraction)) return plain
    // Where SQLite itself decides how a number is kept, whole ones keep all of their digits.
    return affinity && form && fraction === '' ? toInteger(`${parts[1] ?? ''}${whole}`) : undefined
  }
}

/**
 * Whether no digit is lost. The scale may be below 0, for whole tens or hundreds, or above the precision, for zeros behind the point.
 *
 * @param whole without zeros in front.
 * @param fraction without zeros at the end.
 */
const fits = (whole: string, fraction: string, precision: number, scale: number): boolean => {
  const first = whole.length || fraction.search(/[1-9]|$/) * -1
  const last = fraction === '' ? withoutEnding(whole, '0').length - whole.length : fraction.length
  return whole + fraction === '' || (first <= precision - scale && last <= scale)
}

/** What fits without a closer look: within precision and scale, and short enough for a binary number. */
const commonDecimal = (precision: number | null, scale: number | null): RegExp => {
  if (precision !== null && (precision <= (scale ?? 0) || (scale ?? 0) < 0)) return /(?!)/
  const digits = Math.max(0, Math.min(precision ?? 15, 15))
  const after = Math.max(0, Math.min(scale ?? 5, digits - 1))
  const before = Math.max(1, digits - after)
  // eslint-disable-next-line saga/linear-expressions -- anchored, of at most 15 digits
  return new RegExp(`^-?\\d{1,${before}}${after > 0 ? `(?:\\.\\d{1,${after}})?` : ''}$`)
}

const isExactDouble = (whole: string, fraction: string): boolean => {
  const digits = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`
  return decimalText(Number(digits)) === digits
}

/** Without spaces and exponent. */
const plainDecimal = (text: string): string | undefined => {
  const trimmed = text.trim()
  if (!NUMBER.test(trimmed)) return undefined
  const [mantissa = '', exponent] = trimmed.split(/e/i)
  if (exponent === undefined) return mantissa
  const [, sign = '', whole = '', fraction = ''] = PLAIN_DECIMAL.exec(mantissa) ?? []
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length
    ? sign + digits.padEnd(point, '0')
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

export const toFloat: TextConverter = (text) => {
  const trimmed = text.trim()
  return NUMBER.test(trimmed) && Number.isFinite(Number(trimmed)) ? trimmed : undefined
}
