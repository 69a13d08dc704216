import type { TableStructure } from '../../../api/table.ts'
import type { NamedTable } from './named-tables.ts'

type Keyed = Pick<TableStructure, 'schema' | 'table' | 'references'>

/** The conditions by which the last table of a statement is joined to one before it, by their foreign keys. */
export const joinConditions = (
  named: readonly NamedTable[],
  tables: readonly (Keyed | undefined)[],
  quote: (name: string) => string,
): string[] => {
  const last = named.length - 1
  const found: string[] = []
  const join = (from: number, to: number): void => {
    const [owner, target] = [tables[from], tables[to]]
    for (const key of owner?.references ?? []) {
      if (key.referencedSchema !== target?.schema || key.referencedTable !== target.table) continue
      const [left, right] = [named[from]?.alias ?? '', named[to]?.alias ?? '']
      const condition = key.columns
        .map(
          (column, index) =>
            `${quote(left)}.${quote(column)} = ${quote(right)}.${quote(key.referencedColumns[index] ?? column)}`,
        )
        .join(' AND ')
      if (!found.includes(condition)) found.push(condition)
    }
  }
  for (let before = last - 1; before >= 0; before--) {
    join(last, before)
    join(before, last)
  }
  return found
}
