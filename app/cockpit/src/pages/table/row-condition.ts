import type { TableColumn } from '../../api/table.ts'
import { isFindable, keyFilters, plainText, whereText } from '../../parts/grid/column-filter.ts'
import type { GridRow } from '../../parts/grid/grid-column.ts'
import { mayBeCut } from './value-limit.ts'

/** Among which rows one is, in which order. */
export interface RowSelection {
  readonly schema: string
  readonly table: string
  readonly where: string | undefined
  readonly orderBy: string | undefined
}

/**
 * The condition that one row meets: other rows may come or go while somebody reads, so the place of a row does not name it.
 * Undefined where the table has no key, or not one by which rows can be found.
 */
export const rowCondition = (
  columns: readonly Pick<TableColumn, 'name' | 'kind' | 'keyPosition' | 'isMasked'>[],
  row: GridRow,
): string | undefined => {
  const keys = columns.filter(({ keyPosition }) => keyPosition !== null)
  const isNamed = keys.every(({ name, kind, isMasked }) => {
    const value = row[name]
    if (isMasked || value === null || value === undefined || kind === 'float' || mayBeCut(value)) return false
    const text = plainText(value)
    // Blanks at the end may be those that a type of fixed length adds, which a comparison leaves out.
    return isFindable(text, kind) && !text.endsWith(' ')
  })
  if (keys.length === 0 || !isNamed) return undefined
  const filters = keyFilters(
    keys.map(({ name }) => name),
    keys.map(({ name }) => row[name]),
  )
  return filters && whereText(filters, '', (name) => keys.find((key) => key.name === name)?.kind ?? 'text')
}

/** Whether a row is the one that was in sight, of which all columns need not be known. */
export const isSameRow = (seen: GridRow, row: GridRow): boolean =>
  Object.entries(seen).every(([name, value]) => {
    const whole = row[name]
    if (mayBeCut(value) && typeof whole === 'string') return whole.startsWith(value)
    return JSON.stringify(value) === JSON.stringify(whole)
  })
