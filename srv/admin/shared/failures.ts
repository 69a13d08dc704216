import { hasCode } from '../core/disk-error.ts'

/** A statement that may have been run or not, since its connection did not last. */
export class LostConnection extends Error {}

/** All connections are in use: that says nothing of the database. */
export class PoolFull extends Error {}

/** Codes of PostgreSQL; Node's own start with an E. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SQL_STATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/

/** Whether the database is away, in contrast to a statement that it refuses or has no room for at the moment. */
export const isLost = (error: unknown): boolean => {
  if (error instanceof PoolFull) return false
  const { code } = error as { code?: unknown }
  const isOfServer = typeof code === 'string' && SQL_STATE.test(code)
  return !isOfServer || /^(?:08|57P)/.test(code)
}

/** Whether somebody has dropped a table or its schema. */
export const isAbsent = (error: unknown): boolean => hasCode(error, '42P01', '3F000')

/** Whether its user may not make the schema or the tables. */
export const isRefused = (error: unknown): boolean => hasCode(error, '42501')
