import type { ListedObject } from '../../api/catalog.ts'

/** A table and its share of all tables. */
export interface Largest extends ListedObject {
  /** From 0 to 100; null where all of them together are nothing. */
  readonly percent: number | null
}

/** More are in the list of tables. */
const MOST = 10

/**
 * The largest tables first, by their size on the disk, or by their rows where the engine tells no sizes. Tables whose size
 * is not known are left out.
 *
 * @returns `total` is how many tables there are whose size is known.
 */
export const largestTables = (
  objects: readonly ListedObject[],
): { by: 'sizeBytes' | 'rowCount'; tables: readonly Largest[]; total: number } => {
  const all = objects.filter(({ isView }) => !isView)
  const by = all.some(({ sizeBytes }) => sizeBytes !== null) ? 'sizeBytes' : 'rowCount'
  const known = all.filter((table) => table[by] !== null)
  const sum = known.reduce((total, table) => total + (table[by] ?? 0), 0)
  const tables = known
    .toSorted((a, b) => (b[by] ?? 0) - (a[by] ?? 0))
    .slice(0, MOST)
    .map((table) => ({ ...table, percent: sum === 0 ? null : (100 * (table[by] ?? 0)) / sum }))
  return { by, tables, total: known.length }
}
