import { postgresError } from '../database/postgres/errors.ts'
import type { SharedDatabase } from './state.ts'

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
