import type { KeyboardEvent } from 'react'
import type { ColumnPlace } from './column-order.ts'
import type { CellPlace } from './move-cell.ts'

/** By how many pixels a key makes a column wider. */
const STEP = 16

interface ColumnKeys {
  readonly chosen: CellPlace
  /** The names of the columns, of which the first ones are pinned. */
  readonly names: readonly string[]
  readonly pinned: number
  readonly widthOf: (name: string) => number
  readonly onWidth: (name: string, width: number) => void
  /** Absent where columns stay where they are. */
  readonly onMove: ((name: string, place: ColumnPlace) => void) | undefined
  readonly choose: (place: CellPlace) => void
}

/**
 * Alt with ← or → gives the column of the chosen cell another width; with Shift as well, another place.
 *
 * @returns whether the key is one of them.
 */
export const onColumnKey = (
  { key, altKey, shiftKey }: KeyboardEvent,
  { chosen: { row, column }, names, pinned, widthOf, onWidth, onMove, choose }: ColumnKeys,
): boolean => {
  const name = names[column]
  if (!altKey || name === undefined || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false
  const step = key === 'ArrowLeft' ? -1 : 1
  const beside = names[column + step]
  if (!shiftKey) onWidth(name, widthOf(name) + step * STEP)
  // Those that are pinned stay before the others.
  else if (onMove && beside !== undefined && column + step < pinned === column < pinned) {
    onMove(name, { beside, side: step < 0 ? 'before' : 'after' })
    choose({ row, column: column + step })
  }
  return true
}
