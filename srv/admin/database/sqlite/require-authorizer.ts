import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { AdminError } from '../../errors.ts'

/** Whether this Node.js lets SQLite ask before each action of a statement: since 24.10. */
export const HAS_AUTHORIZER = 'setAuthorizer' in DatabaseSync.prototype

/** @throws AdminError `NOT_SUPPORTED` where it does not. */
export const requireAuthorizer = (what: string, isThere = HAS_AUTHORIZER): void => {
  if (!isThere)
    throw new AdminError(
      'NOT_SUPPORTED',
      `${what} on SQLite needs Node.js 24.10 or later, and this is ${process.versions.node}`,
    )
}
