import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'

/** What of the double a statement that changes structure needs. */
export interface SystemParts {
  readonly database: DatabaseSync
  readonly session: { readonly schema: string; readonly user: string }
  /** Adds a row to a system view. */
  tell(view: string, row: Readonly<Record<string, SQLInputValue>>): void
  /** Rows of a system view, or of SQLite's own. */
  rows(view: string, where: Readonly<Record<string, string>>): Record<string, SQLOutputValue>[]
  /** The text of a query for SQLite. */
  translated(sql: string): string
}
