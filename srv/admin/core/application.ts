import type { RowAction } from './model.ts'
import type { Value } from './values.ts'

/** A row as an entity of a service has it. */
export type EntityRow = Readonly<Record<string, unknown>>

/** The services of the application around the API, for the user who calls. */
export interface Application {
  /** Whether the roles of the user let an entity be changed so, as far as roles alone tell. */
  mayWrite(entity: string, action: RowAction): boolean
  /**
   * Runs `work` in one transaction of the application: committed when it returns, rolled back when it throws. It waits for
   * connections and locks as the application does.
   *
   * @param entity whose service has the transaction
   * @throws AdminError `OPERATION_TIMEOUT`, `OPERATION_CANCELLED`, and what `work` throws.
   */
  transaction<T>(
    entity: string,
    bounds: { readonly signal: AbortSignal; readonly timeoutMs: number },
    work: (transaction: ApplicationTransaction) => Promise<T>,
  ): Promise<T>
}

/** All of it throws AdminError for what the application or the database refuses. */
export interface ApplicationTransaction {
  /** Runs a statement of SQL by the connection of the application. @returns rows as its driver gives them. */
  query(sql: string, parameters?: readonly Value[]): Promise<readonly EntityRow[]>
  /** Has the service insert a row, with all that it does for one that a client sends. */
  insert(entity: string, row: EntityRow): Promise<void>
  update(entity: string, key: EntityRow, row: EntityRow): Promise<void>
  delete(entity: string, key: EntityRow): Promise<void>
  /** Who has a draft of a row; undefined where there is none. */
  editorOf(entity: string, key: EntityRow): Promise<string | undefined>
}
