import type { Session } from '../database/session.ts'
import { AdminError } from '../core/errors.ts'
import { ask } from './rows.ts'
import type { Dialect } from './dialect.ts'
import type { ColumnMetadata } from './metadata.ts'

/** A statement has room for their names on every engine. */
const TABLES_PER_QUESTION = 500

/**
 * The columns of many tables, by few questions. SQLite says nothing of any table where it cannot open one of them, such as a view
 * of what is gone: these are then asked for one by one.
 *
 * @returns for each table its columns, or why it cannot be looked at.
 */
export const readColumnsOf = async (
  session: Session,
  { catalog }: Dialect,
  schema: string,
  tables: readonly string[],
): Promise<ReadonlyMap<string, readonly ColumnMetadata[] | AdminError>> => {
  const found = new Map<string, readonly ColumnMetadata[] | AdminError>()
  for (let first = 0; first < tables.length; first += TABLES_PER_QUESTION) {
    const some = tables.slice(first, first + TABLES_PER_QUESTION)
    try {
      const columns = Map.groupBy(await ask(session, catalog.columnsOf, { schema, tables: some }), ({ table }) => table)
      for (const table of some) found.set(table, columns.get(table)?.map(({ column }) => column) ?? [])
    } catch (error) {
      refuseOther(error)
      for (const table of some)
        found.set(table, await ask(session, catalog.columns, { schema, table }).catch(refuseOther))
    }
  }
  return found
}

/** @returns why one table or view cannot be read, which says nothing of the others. @throws what is about more than that. */
const refuseOther = (error: unknown): AdminError => {
  if (error instanceof AdminError && (error.code === 'NOT_SUPPORTED' || error.code === 'DATABASE_ERROR')) return error
  throw error
}
