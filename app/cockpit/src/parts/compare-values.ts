const COLLATOR = new Intl.Collator(undefined, { numeric: true })

const isEmpty = (value: unknown): boolean => value === null || value === undefined

/** Orders plain values as a reader expects it: nothing first, numbers by size, texts as in a dictionary. */
export const compareValues = (a: unknown, b: unknown): number => {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(b)) - Number(isEmpty(a))
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return COLLATOR.compare(asText(a), asText(b))
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
