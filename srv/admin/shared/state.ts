import { postgresError } from '../database/postgres/errors.ts'

export type SharedRow = Readonly<Record<string, unknown>>

/** Runs one PostgreSQL statement with its values as `$1`, `$2`…; throws what the driver says. */
export type SharedQuery = (sql: string, values?: readonly unknown[]) => Promise<readonly SharedRow[]>

/** Tables of one's own in PostgreSQL, for what all server processes of a database know together. */
export interface SharedDatabase {
  /**
   * Declares a table, made when it is first needed.
   * @param options.added columns after the others, which a table of an earlier version lacks and is given.
   * @returns its name as statements need it.
   */
  table(name: string, columns: string, options?: { readonly added?: readonly string[] }): string
  query: SharedQuery
  /** Runs statements as one. `work` throws only what they throw. */
  transaction<T>(work: (query: SharedQuery) => Promise<T>): Promise<T>
  /** To be run when the process ends in good order, while statements can still be run. */
  beforeClose(work: () => Promise<void>): void
}

/** Counts within fixed windows of time. */
export interface SharedCounters {
  increment(
    scope: string,
    keys: readonly string[],
    windowMs: number,
  ): Promise<readonly { readonly count: number; readonly remainingMs: number }[]>
  decrement(scope: string, keys: readonly string[]): Promise<void>
  reset(scope: string, key: string): Promise<void>
}

/** What server processes share. The administration API is given it, and does without where there is one process. */
export interface SharedState {
  readonly database: SharedDatabase
  readonly counters: SharedCounters
}

/** The same database, but what it throws is an `AdminError`. */
export const asAdminDatabase = (database: SharedDatabase): SharedDatabase => ({
  table: (name, columns, options) => database.table(name, columns, options),
  query: (sql, values) => database.query(sql, values).catch(fail),
  transaction: (work) => database.transaction(work).catch(fail),
  beforeClose: (work) => database.beforeClose(work),
})

const fail = (cause: unknown): never => {
  throw postgresError(cause)
}
