import { type Comparison, type Arithmetic, call, literal, NULL, type Typed } from './nodes.ts'
import { BadRequest } from '../protocol/errors.ts'
import { type EdmType, isNumber, type NumberType, promoted, rangeOf } from './edm.ts'

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

/** A number, or the type itself. */
type Kind = EdmType | 'number'
type Make = (left: Typed, right: Typed, operator: Arithmetic) => Typed
type Rule = readonly [left: Kind, operators: readonly Arithmetic[], right: Kind, make: Make]

const plain =
  (typeOf: (left: EdmType, right: EdmType, operator: Arithmetic) => EdmType): Make =>
  (left, right, operator) => ({
    kind: 'arithmetic',
    operator,
    left,
    right,
    type: typeOf(left.type as EdmType, right.type as EdmType, operator),
    // Nothing is divided by zero.
    isNullable: left.isNullable || right.isNullable || operator === 'div' || operator === 'divby' || operator === 'mod',
  })

const SMALL: ReadonlySet<EdmType> = new Set(['Byte', 'SByte', 'Int16', 'Int32'])

/** Sums of whole numbers may need more bits than they have. */
const ofNumbers = plain((left, right, operator) => {
  const type = promoted(left as NumberType, right as NumberType)
  if (operator === 'divby') return type === 'Double' || type === 'Single' ? type : 'Decimal'
  return SMALL.has(type) ? 'Int64' : rangeOf(type) && operator !== 'div' && operator !== 'mod' ? 'Decimal' : type
})
const ofSeconds = plain(() => 'Duration')

const shifted =
  (name: string): Make =>
  (left, right, operator) =>
    call(name, [left, operator === 'sub' ? negative(right) : right], left.type as EdmType)
const between: Make = (left, right) => call('seconds', [left, right], 'Duration')

const ALL: readonly Arithmetic[] = ['add', 'sub', 'mul', 'div', 'divby', 'mod']

/** What is added, subtracted, multiplied and divided. @see OData 4.01 URL Conventions, 5.1.1.2 Arithmetic Operators */
const RULES: readonly Rule[] = [
  ['number', ALL, 'number', ofNumbers],
  ['Duration', ['add', 'sub'], 'Duration', ofSeconds],
  ['Duration', ['mul'], 'number', ofSeconds],
  ['number', ['mul'], 'Duration', ofSeconds],
  ['Duration', ['div', 'divby'], 'number', (left, right) => ofSeconds(left, right, 'divby')],
  ['DateTimeOffset', ['add', 'sub'], 'Duration', shifted('later')],
  ['Date', ['add', 'sub'], 'Duration', shifted('laterday')],
  ['DateTimeOffset', ['sub'], 'DateTimeOffset', between],
  ['Date', ['sub'], 'Date', between],
]

const fits = (type: string, wanted: Kind): boolean => (wanted === 'number' ? isNumber(type) : type === wanted)

/**
 * An operation on two values. With null it is null.
 *
 * @throws BadRequest for types that it is not for
 */
export function typedArithmetic(operator: Arithmetic, left: Typed, right: Typed): Typed {
  if (left.type === 'Null' || right.type === 'Null') return NULL
  const rule = RULES.find(
    ([a, operators, b]) => fits(left.type, a) && operators.includes(operator) && fits(right.type, b),
  )
  if (!rule)
    throw new BadRequest(
      `Operator ${operator} needs numbers or durations that fit, not Edm.${left.type} and Edm.${right.type}`,
    )
  return rule[3](left, right, operator)
}

/**
 * A number or duration with the other sign.
 *
 * @throws BadRequest for what has no sign
 */
export function negative(of: Typed): Typed {
  if (of.type === 'Null') return NULL
  if (of.type === 'Record' || (of.type !== 'Duration' && !isNumber(of.type)))
    throw new BadRequest(`Operator - needs numbers, not Edm.${of.type}`)
  if (of.kind !== 'literal') return { kind: 'minus', of, type: of.type, isNullable: of.isNullable }
  return literal(of.type, of.text.startsWith('-') ? of.text.slice(1) : `-${of.text}`)
}
