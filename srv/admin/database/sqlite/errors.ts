import { type DatabaseReason, AdminError, type ErrorCode, InsertError } from '../../core/errors.ts'
import type { Failure } from './protocol.ts'

/** The general result code: of statements that cannot be prepared, and of rows that cannot be computed. */
export const SQLITE_ERROR = 1
/** Primary result codes: https://www.sqlite.org/rescode.html */
const CODES: Record<number, readonly [code: ErrorCode, details: string]> = {
  1: ['DATABASE_ERROR', 'SQLite refused the statement'],
  5: ['LOCK_TIMEOUT', 'Another connection holds the lock of the database'],
  6: ['LOCK_TIMEOUT', 'Another statement holds the lock of the table'],
  8: ['INSUFFICIENT_PRIVILEGE', 'The database is read-only here'],
  9: ['OPERATION_CANCELLED', 'The statement was interrupted'],
  10: ['DATABASE_ERROR', 'The database file could not be read or written'],
  11: ['DATABASE_ERROR', 'The database file is damaged'],
  13: ['DATABASE_ERROR', 'The disk or the database is full'],
  14: ['DATABASE_UNAVAILABLE', 'The database file cannot be opened'],
  18: ['LIMIT_TOO_LARGE', 'A value is too large for the database'],
  20: ['INVALID_PARAMETER', 'A value does not fit the type of its column'],
  23: ['INSUFFICIENT_PRIVILEGE', 'The statement is not allowed on a read-only session'],
  26: ['DATABASE_ERROR', 'The file is no SQLite database'],
}
/** SQLITE_ERROR_MISSING_COLLSEQ: the application registers its own collations. */
const MISSING_COLLATION = 257
const CONSTRAINT = 19
/** `RAISE` in a trigger, with a message of its own. */
const TRIGGER = 1811
const UNREADABLE_ARGUMENTS = ['ERR_INVALID_ARG_VALUE', 'ERR_INVALID_ARG_TYPE', 'ERR_OUT_OF_RANGE']

/** The API's error for a failure of node:sqlite: by result code, never by message. */
export const sqliteError = (failure: Failure): AdminError => {
  const error = classify(failure)
  return failure.rowIndex === undefined ? error : new InsertError(error, failure.rowIndex)
}

const classify = (failure: Failure): AdminError => {
  if (failure.own) return new AdminError(failure.own.code, failure.own.details)
  const cause = Object.assign(new Error(failure.message), { errcode: failure.errcode, code: failure.code })
  if (failure.errcode === undefined)
    return failure.code !== undefined && UNREADABLE_ARGUMENTS.includes(failure.code)
      ? new AdminError('INVALID_PARAMETER', 'A value cannot be stored in this database', { cause })
      : new AdminError('INTERNAL_ERROR', 'The database connection failed', { cause })
  const primary = failure.errcode & 0xff
  if (failure.isStep)
    return new AdminError('INVALID_PARAMETER', 'A row cannot be computed', { cause, reason: reasonOf(failure) })
  // SQLite's text for constraints names the constraint, table and columns, and no value.
  if (primary === CONSTRAINT && failure.errcode !== TRIGGER)
    return new AdminError('CONSTRAINT_VIOLATION', failure.message, { cause })
  if (primary === CONSTRAINT)
    return new AdminError('CONSTRAINT_VIOLATION', 'A trigger refused the change', { cause, reason: reasonOf(failure) })
  if (failure.errcode === MISSING_COLLATION)
    return new AdminError('NOT_SUPPORTED', "A collation is needed that only the application's own connections have", {
      cause,
      reason: reasonOf(failure),
    })
  const [code, details] = CODES[primary] ?? ['DATABASE_ERROR', 'The database reported an error']
  return new AdminError(code, details, { cause, ...(code !== 'DATABASE_UNAVAILABLE' && { reason: reasonOf(failure) }) })
}

/** SQLite's own messages name objects; values stand in them in quotes only. */
const reasonOf = ({ errcode, message }: Failure): DatabaseReason => ({
  engine: 'SQLite',
  code: String(errcode),
  message,
  holds: errcode === TRIGGER ? 'anything' : message.includes("'") ? 'values' : 'names',
})

/** What is kept of an error thrown by node:sqlite or by us. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof AdminError) return { message: error.message, own: { code: error.code, details: error.details } }
  const { errcode, code, message } = error as { errcode?: unknown; code?: unknown; message?: unknown }
  return {
    message: typeof message === 'string' ? message : String(error),
    ...(typeof errcode === 'number' ? { errcode } : {}),
    ...(typeof code === 'string' ? { code } : {}),
  }
}

/** Thrown for a row of an `insert` request. */
export class RowFailure extends Error {
  readonly rowIndex: number
  constructor(rowIndex: number, cause: unknown) {
    super('A row was refused', { cause })
    this.rowIndex = rowIndex
  }
}

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
