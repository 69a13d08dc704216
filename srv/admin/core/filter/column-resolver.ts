import { resolveName } from '../identifiers.ts'
import type { FilterColumn } from './compile.ts'

/** Finds a column by the name that a filter uses: exact spelling first, then but for letter case. */
export const columnResolver = <Column extends FilterColumn>(columns: readonly Column[]): ((name: string) => Column) => {
  const known = columns.map(({ name }) => name)
  const byName = new Map(columns.map((column) => [column.name, column]))
  return (name) => {
    const column = byName.get(resolveName(name, known, 'COLUMN_NOT_FOUND', 'Column'))
    if (!column) throw new RangeError('A resolved column is one of the known ones')
    return column
  }
}
