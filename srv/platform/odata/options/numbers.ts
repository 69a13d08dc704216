import type { Expression } from './expression.ts'

const NUMBER = /^[+-]?(?:INF|NaN|\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i
const EXPONENT = /^([+-]?)(\d+)(?:\.(\d+))?e([+-]?\d+)$/i

/** Beyond the exponents of all numbers that a double has. */
const GREATEST_EXPONENT = 330

/** The value of a literal; undefined where it is no number. */
export function numberOf(expression: Expression): number | undefined {
  if (expression.kind !== 'literal' || !NUMBER.test(expression.text)) return undefined
  return Number(expression.text.replace('INF', 'Infinity'))
}

const COMPARE: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['eq', (a, b) => a === b],
  ['ne', (a, b) => a !== b],
  ['gt', (a, b) => a > b],
  ['ge', (a, b) => a >= b],
  ['lt', (a, b) => a < b],
  ['le', (a, b) => a <= b],
])

/** How two numbers compare; undefined for other operators. */
export const compareNumbers = (operator: string, a: number, b: number): boolean | undefined =>
  COMPARE.get(operator)?.(a, b)

/** The text of a number without an exponent, digit by digit; what is beyond a double is infinite, or zero. */
export function withoutExponent(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] = EXPONENT.exec(text) ?? []
  if (exponent === undefined) return text
  const shift = Number(exponent)
  if (shift > GREATEST_EXPONENT) return Number(text) === 0 ? '0' : `${sign}INF`
  if (shift < -GREATEST_EXPONENT) return '0'
  const digits = '0'.repeat(Math.max(0, -shift)) + whole + fraction + '0'.repeat(Math.max(0, shift))
  const point = Math.max(0, -shift) + whole.length + shift
  let end = digits.length
  while (end > point && digits[end - 1] === '0') end--
  const rest = digits.slice(point, end)
  const front = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0'
  return `${sign === '-' ? '-' : ''}${front}${rest ? `.${rest}` : ''}`
}

const INT32 = 2 ** 31

/** A comparison with a whole number that means the same. */
export type WholeComparison =
  | { readonly operator: string; readonly value: number }
  /** What it comes to for every number; null equals no number. */
  | { readonly forNumbers: boolean }

/** What is true of no number by `ne` alone; the others hold for all numbers or for none. */
const decided = (operator: string, value: number): WholeComparison => {
  if (operator === 'eq' || operator === 'ne') return { forNumbers: operator === 'ne' }
  return { forNumbers: compareNumbers(operator, 0, value) ?? false }
}

/** Brings a comparison of whole numbers of 32 bits with any number into one with a whole number of 32 bits. */
export function compareWhole(operator: string, value: number): WholeComparison {
  if (Number.isNaN(value) || value >= INT32 || value < -INT32) return decided(operator, value)
  if (Number.isInteger(value)) return { operator, value }
  if (operator === 'eq' || operator === 'ne') return { forNumbers: operator === 'ne' }
  return operator === 'gt' || operator === 'ge'
    ? { operator: 'gt', value: Math.floor(value) }
    : { operator: 'le', value: Math.floor(value) }
}
