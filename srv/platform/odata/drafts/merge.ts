import type { Row } from '../../cap/request.ts'

/** One criterion of a sort order, by the name of the property that holds its value in each row. */
export interface Criterion {
  readonly property: string
  readonly isDescending: boolean
}

const collator = new Intl.Collator()

function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0
  // Nulls sort as the lowest value, as OData and the databases behind it have it.
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1
  if (b === null || b === undefined) return 1
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  return Number(a) - Number(b)
}

const compareRows = (a: Row, b: Row, order: readonly Criterion[]): number => {
  for (const { property, isDescending } of order) {
    const result = compareValues(a[property], b[property])
    if (result) return isDescending ? -result : result
  }
  return 0
}

/**
 * Merges two lists that a database has sorted. The order within each list stays, whatever collation the database
 * has; of equal rows those of the first list come first.
 */
export function mergeSorted(first: readonly Row[], second: readonly Row[], order: readonly Criterion[]): Row[] {
  const merged: Row[] = []
  let rest = first
  for (const row of second) {
    const later = rest.findIndex((each) => compareRows(each, row, order) > 0)
    const count = later < 0 ? rest.length : later
    merged.push(...rest.slice(0, count), row)
    rest = rest.slice(count)
  }
  return [...merged, ...rest]
}
