import type { Database, WorkOptions } from '../database/session.ts'
import type { Hidden } from '../core/hidden.ts'
import { AdminError } from '../core/errors.ts'
import type { OperationContext } from './operation.ts'

export type { WorkOptions } from '../database/session.ts'

/** Whether values of rows may be in what a user reads of the database's own words. */
export const seesReasons = (user: OperationContext['user'], hides: Hidden | undefined): boolean =>
  user.is('admin') && !hides

/**
 * The database as an operation of a user sees it. Its errors tell what it says itself to those who may know: operators
 * without values of rows, some of which are masked for them, admins in full where the application hides nothing from them: rows
 * in messages have all of their columns. Viewers read what the API says.
 *
 * @param isShort whether the operation should not have to wait for heavy ones.
 */
export const databaseOf = (
  database: Database,
  user: OperationContext['user'],
  isShort: boolean,
  hides: () => Hidden | undefined = () => undefined,
): Database => {
  const tell = (error: unknown): never => {
    if (!(error instanceof AdminError)) throw error
    const told = user.is('operator') ? error.withReason(seesReasons(user, hides())) : error
    if (!hides()?.mentionsTable(told.details)) throw told
    throw new AdminError(error.code, 'It is about what the application hides', { cause: error.cause })
  }
  return {
    get isPersistent() {
      return database.isPersistent
    },
    read: ({ signal, timeoutMs }: WorkOptions, work) => database.read({ signal, timeoutMs, isShort }, work).catch(tell),
    write: (options, work) => database.write(options, work).catch(tell),
    ask: (options, statement) => database.ask(options, statement).catch(tell),
    usage: () => database.usage(),
    close: () => database.close(),
  }
}
