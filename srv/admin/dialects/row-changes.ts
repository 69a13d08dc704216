import type { ColumnMetadata } from './metadata.ts'

/** How single rows are found, locked and written. */
export interface RowChanges {
  /** The parameter at a position, from 1, for a value that goes into a column, as files have them. */
  assigned(position: number, column: ColumnMetadata): string
  /** Behind a SELECT: nobody else changes the rows before the transaction ends. Empty where nobody does anyway. */
  readonly lock: string
}
