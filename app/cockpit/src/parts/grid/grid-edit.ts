import type { KeyboardEvent, ReactNode } from 'react'
import type { CellPlace } from './move-cell.ts'

/** What is to be done with a row. */
export type RowState = 'insert' | 'update' | 'delete'

/** Makes cells of a grid ones to be written into. */
export interface GridEdit {
  readonly place: CellPlace | undefined
  readonly onPlace: (place: CellPlace) => void
  readonly stateOf: (row: number) => RowState | undefined
  readonly isChanged: (place: CellPlace) => boolean
  /** What stands in a cell in place of its value. */
  readonly cell: (place: CellPlace) => ReactNode
  /** What stands before the number of a row. */
  readonly lead: (row: number) => ReactNode
  /** @returns whether the key means something to it. */
  readonly onKey: (event: KeyboardEvent, chosen: CellPlace | undefined) => boolean
  readonly onOpen: (place: CellPlace) => void
  readonly onPaste: (text: string, chosen: CellPlace) => void
}
