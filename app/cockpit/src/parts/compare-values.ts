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

const fractionOf = (number: string): string => number.split('.')[1] ?? ''

const compareNumbers = (a: string, b: string): number => {
  const difference = Number(a) - Number(b)
  if (difference) return difference
  const digits = Math.max(fractionOf(a).length, fractionOf(b).length)
  const whole = (number: string): bigint =>
    BigInt(number.replace('.', '') + '0'.repeat(digits - fractionOf(number).length))
  return whole(a) < whole(b) ? -1 : Number(whole(a) > whole(b))
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
