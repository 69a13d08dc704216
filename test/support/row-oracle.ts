/** What comparing two lists of rows has to find, worked out without a database. */

export type Cell = string | number | null
export type OracleRow = readonly Cell[]

export interface Expected {
  readonly matching: number
  readonly different: number
  readonly onlyInTable1: number
  readonly onlyInTable2: number
  /** Rows that differ, by place of the column. */
  readonly columns: readonly number[]
}

const text = (cells: readonly Cell[]): string => JSON.stringify(cells)

const byText = (rows: readonly OracleRow[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(text(row), (counts.get(text(row)) ?? 0) + 1)
  return counts
}

/** Rows compared as a whole, each as often as it occurs. */
export const expectMultiset = (left: readonly OracleRow[], right: readonly OracleRow[]): Omit<Expected, 'columns'> => {
  const [a, b] = [byText(left), byText(right)]
  let matching = 0
  for (const [row, count] of a) matching += Math.min(count, b.get(row) ?? 0)
  return {
    matching,
    different: 0,
    onlyInTable1: left.length - matching,
    onlyInTable2: right.length - matching,
  }
}

/**
 * Rows compared by key: the first `keyLength` cells. Those with a NULL there, or with a key that occurs more than once
 * in either list, are compared as a whole.
 */
export const expectKeyed = (left: readonly OracleRow[], right: readonly OracleRow[], keyLength: number): Expected => {
  const keyOf = (row: OracleRow): string => text(row.slice(0, keyLength))
  const keys = [byText(left.map((row) => row.slice(0, keyLength))), byText(right.map((row) => row.slice(0, keyLength)))]
  const isKeyed = (row: OracleRow): boolean =>
    !row.slice(0, keyLength).includes(null) && keys.every((counts) => (counts.get(keyOf(row)) ?? 0) < 2)
  const whole = expectMultiset(
    left.filter((row) => !isKeyed(row)),
    right.filter((row) => !isKeyed(row)),
  )
  const partners = new Map(right.filter(isKeyed).map((row) => [keyOf(row), row]))
  const columns = Array.from({ length: (left[0] ?? right[0] ?? []).length - keyLength }, () => 0)
  let [matching, different, onlyInTable1] = [0, 0, 0]
  for (const row of left.filter(isKeyed)) {
    const partner = partners.get(keyOf(row))
    const changed = columns.map((_, index) => partner && row[keyLength + index] !== partner[keyLength + index])
    changed.forEach((isChanged, index) => {
      if (isChanged) columns[index] = (columns[index] ?? 0) + 1
    })
    if (!partner) onlyInTable1++
    else if (changed.includes(true)) different++
    else matching++
  }
  return {
    matching: matching + whole.matching,
    different,
    onlyInTable1: onlyInTable1 + whole.onlyInTable1,
    onlyInTable2: right.filter(isKeyed).length - matching - different + whole.onlyInTable2,
    columns,
  }
}
