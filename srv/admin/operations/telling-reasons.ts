import type { Database } from '../database/session.ts'
import { AdminError } from '../errors.ts'
import type { OperationContext } from './operation.ts'

/**
 * The same database, but its errors tell what it says itself to those who may know: operators without values of rows,
 * some of which are masked for them, admins in full. Viewers read what the API says.
 */
export const tellingReasons = (database: Database, user: OperationContext['user']): Database => {
  if (!user.is('operator')) return database
  const tell = (error: unknown): never => {
    throw error instanceof AdminError ? error.withReason(user.is('admin')) : error
  }
  return {
    get isPersistent() {
      return database.isPersistent
    },
    read: (options, work) => database.read(options, work).catch(tell),
    write: (options, work) => database.write(options, work).catch(tell),
    usage: () => database.usage(),
    close: () => database.close(),
  }
}
