import type { TableColumn, TableStructure } from '../../api/table.ts'

/** The columns that the grid asks for: those in sight, and those that lead to other rows or name the row itself. */
export const askedColumns = (seen: readonly TableColumn[], structure: TableStructure | undefined): string[] => {
  const linked = structure?.references.flatMap(({ columns }) => columns) ?? []
  const keys = structure?.columns.filter(({ keyPosition }) => keyPosition !== null).map(({ name }) => name) ?? []
  const telling = structure?.rowChanges.keyColumns ?? []
  return [...new Set([...seen.map(({ name }) => name), ...linked, ...keys, ...telling])]
}
