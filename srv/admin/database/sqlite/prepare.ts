import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** Prepares a statement as the engine does: CAP's class overrides `prepare`. */
export const prepare = (database: DatabaseSync, sql: string): StatementSync =>
  DatabaseSync.prototype.prepare.call(database, sql)
