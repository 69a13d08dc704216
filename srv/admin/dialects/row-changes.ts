import type { Statement, Value } from '../core/values.ts'
import type { ColumnMetadata } from './metadata.ts'

/** How single rows are found, locked and written. */
export interface RowChanges {
  /** The parameter at a position, from 1, for a value that goes into a column, as files have them. */
  assigned(position: number, column: ColumnMetadata): string
  /** Behind a SELECT: nobody else changes the rows before the transaction ends. Empty where nobody does anyway. */
  readonly lock: string
  /** How rows are read by a connection of the application. */
  readonly lent: LentReads
}

/** Reads by a connection that is not ours, whose driver makes something else of values. */
export interface LentReads {
  /** Run first in its transaction, so that it ends when it has to, and nobody else changes what it has read. */
  begin(table: string, timeoutMs: number): readonly Statement[]
  /** How values are written by the connection; absent where all write them as ours. */
  readonly settings?: {
    readonly read: Statement
    /** Those that reads need. */
    readonly own: Statement
    /** @param values as they were read. */
    set(values: Readonly<Record<string, unknown>>): Statement
  }
  /** The rows of a statement with each column as a text `v0`… and its type `t0`… */
  texts(sql: string, columns: readonly string[]): string
  /** The value as our own sessions hand it over. */
  value(text: unknown, type: unknown): Value
}
