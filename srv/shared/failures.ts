/** A statement that may have been run or not, since its connection did not last. */
export class LostConnection extends Error {}

const SQLSTATE = /^[0-9A-Z]{5}$/

/** Whether the database is away, in contrast to a statement that it refuses. Node's own codes start with an E. */
export const isLost = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string' || !SQLSTATE.test(code) || code.startsWith('E')) return true
  return /^(?:08|53|57P)/.test(code)
}

/** Whether somebody has dropped a table or its schema. */
export const isAbsent = (error: unknown): boolean =>
  ['42P01', '3F000'].includes(String((error as { code?: unknown }).code))
