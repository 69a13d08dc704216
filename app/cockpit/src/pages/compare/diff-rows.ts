import { compareValues } from '../../parts/compare-values.ts'

export type Values = Readonly<Record<string, unknown>>
export type Finding = 'different' | 'onlyInTable1' | 'onlyInTable2'

/** A row that differs, with what is known of either side. Columns that are equal are on neither. */
export interface DiffRow {
  readonly finding: Finding
  readonly key: Values
  readonly left: Values
  readonly right: Values
  /** How much more often this table has it, where the key does not tell rows apart. */
  readonly count?: number | undefined
}

interface Change {
  readonly column: string
  readonly table1Value?: unknown
  readonly table2Value?: unknown
}

interface Lone {
  readonly key?: Values | undefined
  readonly row?: Values | undefined
  readonly count?: number | undefined
}

/** The lists that the API finds differences in, each in the order of the key. */
export interface DiffLists {
  readonly differences?: readonly { readonly key: Values; readonly changes: readonly Change[] }[] | undefined
  readonly onlyInTable1?: readonly Lone[] | undefined
  readonly onlyInTable2?: readonly Lone[] | undefined
}

/** All findings as rows of one table, in the order of the key: the lists keep their own order whatever it is. */
export const mergeFindings = (
  { differences = [], onlyInTable1 = [], onlyInTable2 = [] }: DiffLists,
  keyColumns: readonly string[],
): DiffRow[] => {
  const lists: DiffRow[][] = [
    differences.map(({ key, changes }) => ({
      finding: 'different',
      key,
      left: Object.fromEntries(changes.map(({ column, table1Value }) => [column, table1Value])),
      right: Object.fromEntries(changes.map(({ column, table2Value }) => [column, table2Value])),
    })),
    onlyInTable1.map(({ key = {}, row = {}, count }) => ({
      finding: 'onlyInTable1',
      key,
      left: row,
      right: {},
      count,
    })),
    onlyInTable2.map(({ key = {}, row = {}, count }) => ({
      finding: 'onlyInTable2',
      key,
      left: {},
      right: row,
      count,
    })),
  ]
  const isBefore = (a: DiffRow, b: DiffRow): boolean => {
    for (const column of keyColumns) {
      const order = compareValues(a.key[column], b.key[column])
      if (order !== 0) return order < 0
    }
    return false
  }
  const merged: DiffRow[] = []
  for (;;) {
    const heads = lists.filter((list) => list.length > 0)
    const [first, ...others] = heads
    if (!first) return merged
    const next = others.reduce((best, list) => (isBefore(list[0] as DiffRow, best[0] as DiffRow) ? list : best), first)
    merged.push(next.shift() as DiffRow)
  }
}

/** The columns in which some row differs; all of them where no row does, or on request. */
export const columnsToShow = (
  compared: readonly string[],
  differing: readonly { readonly column: string }[],
  showsAll: boolean,
): readonly string[] => {
  const names = new Set(differing.map(({ column }) => column))
  return showsAll || names.size === 0 ? compared : compared.filter((column) => names.has(column))
}
