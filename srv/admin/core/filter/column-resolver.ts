import { nameResolver } from '../identifiers.ts'
import type { FilterColumn } from './compile.ts'

/** Finds a column by the name that a filter uses: exact spelling first, then but for letter case. */
export const columnResolver = <Column extends FilterColumn>(columns: readonly Column[]): ((name: string) => Column) => {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const nameOf = nameResolver(byName.keys(), 'COLUMN_NOT_FOUND', 'Column')
  return (name) => {
    const column = byName.get(nameOf(name))
    if (!column) throw new RangeError('A resolved column is one of the known ones')
    return column
  }
}
