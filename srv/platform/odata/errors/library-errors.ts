import { constants } from 'node:os'
import type { Failure } from '../../cap/odata.ts'
import { requestError, standardError } from './errors.ts'

const SYSTEM_CODES: ReadonlySet<unknown> = new Set(Object.keys(constants.errno))

/** Codes of Node.js, of its libraries (such as `Z_BUF_ERROR` for a body that cannot be unpacked), and of the system. */
const isForeign = (code: unknown): boolean =>
  typeof code === 'string' && (/^(?:ERR_|Z_|ABORT_ERR$)/.test(code) || SYSTEM_CODES.has(code))

/**
 * An error that a library has thrown, as a client may see it: by its status alone. Undefined for any other error. What was
 * thrown is the `cause`, for the log.
 */
export const libraryFailure = (error: Failure): Failure | undefined => {
  if (!isForeign(error.code)) return undefined
  const status = error.status ?? error.statusCode ?? 500
  const { code, message } = standardError(status)
  return Object.assign(requestError(status, code, message), { cause: error })
}
