import type { Comparison } from './nodes.ts'
import { BadRequest } from '../protocol/errors.ts'

const EXPONENT = /^([+-]?)(\d+)(?:\.(\d+))?e([+-]?\d+)$/i

/** Beyond the exponents of all numbers that a double has. */
const GREATEST_EXPONENT = 330

/** The text of a number without an exponent, digit by digit; what is beyond a double is infinite, or zero. */
export function withoutExponent(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] = EXPONENT.exec(text) ?? []
  if (exponent === undefined) return text.replace(/^\+/, '')
  const shift = Number(exponent)
  if (shift > GREATEST_EXPONENT) return Number(text) === 0 ? '0' : `${sign === '-' ? '-' : ''}INF`
  if (shift < -GREATEST_EXPONENT) return '0'
  const digits = '0'.repeat(Math.max(0, -shift)) + whole + fraction + '0'.repeat(Math.max(0, shift))
  const point = Math.max(0, -shift) + whole.length + shift
  let end = digits.length
  while (end > point && digits[end - 1] === '0') end--
  const rest = digits.slice(point, end)
  const front = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0'
  return `${sign === '-' ? '-' : ''}${front}${rest ? `.${rest}` : ''}`
}

/** The value of the text of a number, which may be `INF` and `NaN`. */
export const numberOf = (text: string): number => Number(text.replace('INF', 'Infinity'))

const COMPARE: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
}

/** How two numbers compare. */
export const compareNumbers = (operator: Comparison, a: number, b: number): boolean => COMPARE[operator](a, b)

/** A comparison with a whole number that means the same. */
type WholeComparison =
  | { readonly operator: Comparison; readonly text: string }
  /** What it comes to for every number; null equals no number. */
  | { readonly forNumbers: boolean }

/** What is true of no number by `ne` alone; the others hold for all numbers or for none. */
const decided = (operator: Comparison, value: number): WholeComparison => ({
  forNumbers: operator === 'eq' || operator === 'ne' ? operator === 'ne' : COMPARE[operator](0, value),
})

const WHOLE = /^(-?)(\d+)(?:\.(\d+))?$/

/** Brings a comparison of whole numbers of a range with any number into one with a whole number of that range. */
export function compareWhole(
  operator: Comparison,
  text: string,
  [least, greatest]: readonly [bigint, bigint],
): WholeComparison {
  const [, sign = '', front, fraction = ''] = WHOLE.exec(text) ?? []
  if (front === undefined) return decided(operator, numberOf(text))
  const hasFraction = /[1-9]/.test(fraction)
  const truncated = BigInt(sign + front)
  const floor = hasFraction && sign ? truncated - 1n : truncated
  if (floor > greatest || floor < least) return decided(operator, floor > greatest ? Infinity : -Infinity)
  if (!hasFraction) return { operator, text: String(truncated) }
  if (operator === 'eq' || operator === 'ne') return { forNumbers: operator === 'ne' }
  return { operator: operator === 'gt' || operator === 'ge' ? 'gt' : 'le', text: String(floor) }
}

const DURATION = /^([+-]?)P(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i

/** Longer than all that the calendar of the databases has, in seconds. */
const LONGEST = 400 * 366 * 86_400 * 25

/**
 * The seconds of a duration such as `P1DT2H30M0.5S`, to the millisecond; undefined where the text is none.
 *
 * @throws BadRequest for more than ten thousand years
 */
export function secondsOf(text: string): number | undefined {
  const [found, sign, days = 0, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(text) ?? []
  if (found === undefined || /P$/i.test(found)) return undefined
  const milliseconds = Math.round(
    (Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000,
  )
  if (milliseconds > LONGEST * 1_000) throw new BadRequest(`The duration ${text} is too long`)
  return (sign === '-' ? -milliseconds : milliseconds) / 1_000
}

/** A duration as OData writes it, from its seconds; days are the greatest part, since months have no length. */
export function durationOf(seconds: number): string {
  const milliseconds = Math.round(Math.abs(seconds) * 1_000)
  const part = (unit: number, most: number): number => Math.floor(milliseconds / unit) % most
  const parts = [
    [part(3_600_000, 24), 'H'],
    [part(60_000, 60), 'M'],
    [(milliseconds % 60_000) / 1_000, 'S'],
  ] as const
  const days = part(86_400_000, Infinity)
  const time = parts.flatMap(([value, unit]) => (value ? [`${String(value)}${unit}`] : [])).join('')
  const text = `P${days ? `${String(days)}D` : ''}${time && `T${time}`}`
  return `${seconds < 0 && milliseconds ? '-' : ''}${text === 'P' ? 'PT0S' : text}`
}
