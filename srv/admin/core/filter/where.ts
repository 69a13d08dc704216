import type { Statement } from '../values.ts'
import { compileFilter, type FilterTarget, type FilterColumn } from './compile.ts'
import { parseFilter } from './parse.ts'
import { nameResolver } from '../identifiers.ts'

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

/**
 * Compiles the text of a filter to a condition; null when there is none.
 *
 * @param firstPosition position of the condition's first parameter, from 1.
 * @throws AdminError `INVALID_FILTER`, `COLUMN_NOT_FOUND`, `AMBIGUOUS_NAME`.
 */
export const compileWhere = (text: string | undefined, target: FilterTarget, firstPosition = 1): Statement | null =>
  text === undefined || text === '' ? null : compileFilter(parseFilter(text), target, firstPosition)
