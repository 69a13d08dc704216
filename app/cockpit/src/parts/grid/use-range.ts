import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { type CellRange, rangeBetween, takeWhole } from './cell-range.ts'
import { type CellPlace, moveCell } from './move-cell.ts'

interface RangeOptions {
  /** The cell that is chosen, at which a range ends. */
  readonly chosen: CellPlace | undefined
  readonly choose: (place: CellPlace) => void
  readonly rows: number
  readonly columns: number
}

/** Chooses cells beside each other, by keys with Shift, by a click with Shift, and by dragging. */
export const useRange = ({ chosen, choose, rows, columns }: RangeOptions) => {
  const [anchor, setAnchor] = useState<CellPlace>()
  const dragged = useRef<CellPlace | undefined>(undefined)
  const isHere = anchor && chosen && anchor.row < rows && anchor.column < columns
  const range: CellRange | undefined =
    isHere && (anchor.row !== chosen.row || anchor.column !== chosen.column) ? rangeBetween(anchor, chosen) : undefined
  const extend = (from: CellPlace | undefined, to: CellPlace): void => {
    setAnchor(from)
    choose(to)
  }
  return {
    range,
    /** @returns whether the key takes whole rows or columns. */
    onWholeKey: (event: KeyboardEvent): boolean => {
      const ends = chosen && takeWhole(event, range ?? rangeBetween(chosen, chosen), { rows, columns })
      if (ends) extend(...ends)
      return ends !== undefined
    },
    /** @returns whether the key leads to another cell. */
    onMoveKey: ({ key, shiftKey }: KeyboardEvent): boolean => {
      const next = moveCell(key, chosen, { rows, columns })
      if (next) extend(shiftKey ? (anchor ?? chosen) : undefined, next)
      return next !== undefined
    },
    onClick: (event: MouseEvent): void => {
      const at = placeOf(event)
      if (!at) return
      // A link with Shift would open another window.
      if (event.shiftKey) event.preventDefault()
      extend(event.shiftKey ? (anchor ?? chosen) : undefined, at)
    },
    onMouseDown: (event: MouseEvent): void => {
      dragged.current = event.button === 0 && !event.shiftKey ? placeOf(event) : undefined
      // A text between two clicks is not what is to be chosen.
      if (event.shiftKey && chosen && placeOf(event)) event.preventDefault()
    },
    onMouseMove: (event: MouseEvent): void => {
      const from = dragged.current
      const at = (event.buttons & 1) === 1 && from ? placeOf(event) : undefined
      if (!at || !from || (at.row === chosen?.row && at.column === chosen.column)) return
      if (range === undefined && at.row === from.row && at.column === from.column) return
      getSelection()?.removeAllRanges()
      extend(from, at)
    },
  }
}

/** The cell that an event is about. */
export const placeOf = (event: MouseEvent): CellPlace | undefined => {
  const cell = (event.target as Element).closest('[data-cell]')?.getAttribute('data-cell')
  const [row, column] = cell?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}
