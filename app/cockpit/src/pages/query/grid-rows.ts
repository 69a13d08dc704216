import { isBinaryType, isNumericType } from '../../parts/column.ts'
import type { GridColumn, GridRow } from '../../parts/grid/grid-column.ts'

interface Answer {
  readonly columns: readonly { readonly name: string; readonly type: string | null }[]
  readonly rows: readonly (readonly unknown[])[]
}

/** Rows by the names of their columns; a name that was there before gets a number. */
export const gridRows = ({ columns, rows }: Answer): { columns: GridColumn[]; rows: GridRow[] } => {
  const taken = new Set<string>()
  const named = columns.map(({ name, type }): GridColumn => {
    let own = name
    for (let number = 2; taken.has(own); number++) own = `${name} (${String(number)})`
    taken.add(own)
    const known = type ?? ''
    return { name: own, type: known, isNumeric: isNumericType(known), isBinary: isBinaryType(known) }
  })
  return {
    columns: named,
    rows: rows.map((row) => Object.fromEntries(named.map(({ name }, index) => [name, row[index]]))),
  }
}
