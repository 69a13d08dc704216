import { failureOf, SQLITE_ERROR } from './errors.ts'

/** Thrown when rows of a prepared statement cannot be computed: SQLite has no result code of its own for that. */
export class StepFailure extends Error {
  constructor(cause: unknown) {
    super('A row cannot be computed', { cause })
  }
}

/** Runs what takes rows from a prepared statement. @throws StepFailure for a general error; all else as it is. */
export const stepping = <T>(step: () => T): T => {
  try {
    return step()
  } catch (error) {
    throw failureOf(error).errcode === SQLITE_ERROR ? new StepFailure(error) : error
  }
}
