import { SQL_STATE, sqlStateOf } from '../cap/sql-state.ts'

/** A statement that may have been run or not, since its connection did not last. */
export class LostConnection extends Error {}

/** All connections are in use: that says nothing of the database. */
export class PoolFull extends Error {}

/** Whether the database is away, in contrast to a statement that it refuses or has no room for at the moment. */
export const isLost = (error: unknown): boolean => {
  if (error instanceof PoolFull) return false
  const state = sqlStateOf(error)
  return state === undefined || /^(?:08|57P)/.test(state)
}

/** Whether somebody has dropped a table or its schema. */
export const isAbsent = (error: unknown): boolean =>
  [SQL_STATE.undefinedTable, SQL_STATE.invalidSchema].some((state) => state === sqlStateOf(error))
