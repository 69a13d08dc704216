/** A statement that may have been run or not, since its connection did not last. */
export class LostConnection extends Error {}

/** All connections are in use: that says nothing of the database. */
export class PoolFull extends Error {}

const SQLSTATE = /^[0-9A-Z]{5}$/

/**
 * Whether the database is away, in contrast to a statement that it refuses or has no room for at the moment. Node's own
 * codes start with an E.
 */
export const isLost = (error: unknown): boolean => {
  if (error instanceof PoolFull) return false
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string' || !SQLSTATE.test(code) || code.startsWith('E')) return true
  return /^(?:08|57P)/.test(code)
}

/** Whether somebody has dropped a table or its schema. */
export const isAbsent = (error: unknown): boolean =>
  ['42P01', '3F000'].includes(String((error as { code?: unknown }).code))
