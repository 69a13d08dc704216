import { compareValues } from '../../parts/compare-values.ts'
import type { Order } from '../../parts/data-table.tsx'
import type { GridRow } from '../../parts/grid/grid-column.ts'
import { plainText } from '../../parts/grid/column-filter.ts'

/** The rows in which a text is found, whatever its letter case. */
export const findRows = (rows: readonly GridRow[], text: string): readonly GridRow[] => {
  const wanted = text.toLowerCase()
  if (wanted === '') return rows
  return rows.filter((row) =>
    Object.values(row).some((value) => value !== null && plainText(value).toLowerCase().includes(wanted)),
  )
}

/** Rows by the values of columns, the first one first; equal ones stay as they came. */
export const orderRows = (rows: readonly GridRow[], orders: readonly Order[]): readonly GridRow[] =>
  orders.length === 0
    ? rows
    : rows.toSorted((a, b) => {
        for (const { key, isDescending } of orders) {
          const compared = compareValues(a[key], b[key])
          if (compared !== 0) return isDescending ? -compared : compared
        }
        return 0
      })
