import { fractionDigits, scaled } from './exact-number.ts'

const COLLATOR = new Intl.Collator(undefined, { numeric: true })

const isEmpty = (value: unknown): boolean => value === null || value === undefined

/** The API writes numbers as texts that have more digits than a double. */
const NUMBER = /^-?\d{1,500}(?:\.\d{1,500})?$/

/** Orders plain values as a reader expects it: nothing first, numbers by size, texts as in a dictionary. */
export const compareValues = (a: unknown, b: unknown): number => {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(b)) - Number(isEmpty(a))
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [asText(a), asText(b)]
  return NUMBER.test(left) && NUMBER.test(right) ? compareNumbers(left, right) : COLLATOR.compare(left, right)
}

const compareNumbers = (a: string, b: string): number => {
  const difference = Number(a) - Number(b)
  if (difference) return difference
  const digits = Math.max(fractionDigits(a), fractionDigits(b))
  const [left, right] = [scaled(a, digits), scaled(b, digits)]
  return left < right ? -1 : Number(left > right)
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
