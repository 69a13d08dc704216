import type { Row } from '../request.ts'

/** One criterion of a sort order, by the name of the property that holds its value in each row. */
export interface Criterion {
  readonly property: string
  readonly descending: boolean
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
  for (const { property, descending } of order) {
    const result = compareValues(a[property], b[property])
    if (result) return descending ? -result : result
  }
  return 0
}

/**
 * Merges two lists that a database has sorted. The order within each list stays, whatever collation the database
 * has; of equal rows those of the first list come first.
 */
export function mergeSorted(first: readonly Row[], second: readonly Row[], order: readonly Criterion[]): Row[] {
  const merged: Row[] = []
  let at = 0
  for (const row of second) {
    while (at < first.length && compareRows(first[at]!, row, order) <= 0) merged.push(first[at++]!)
    merged.push(row)
  }
  return [...merged, ...first.slice(at)]
}
