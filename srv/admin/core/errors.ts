/** Every error that the administration API answers with: its status and its short message. Never renamed once out. */
export const ERRORS = {
  INVALID_JSON: [400, 'The request body is not valid JSON'],
  UNSUPPORTED_MEDIA_TYPE: [400, 'The request body must be application/json'],
  UNKNOWN_FIELD: [400, 'Unknown field'],
  MISSING_PARAMETER: [400, 'A required parameter is missing'],
  INVALID_PARAMETER: [400, 'A parameter is not valid'],
  PAYLOAD_TOO_LARGE: [400, 'The request is too large'],
  LIMIT_TOO_LARGE: [400, 'A limit is exceeded'],
  INVALID_FILTER: [400, 'The filter is not valid'],
  INVALID_STATEMENT: [400, 'The statement is not valid'],
  INVALID_RULE: [400, 'A validation rule is not valid'],
  INVALID_FILE_NAME: [400, 'The file name is not allowed'],
  INVALID_FILE_CONTENT: [400, 'The file content is not valid'],
  COLUMN_MISMATCH: [400, 'The columns do not match'],
  AMBIGUOUS_NAME: [400, 'The name is ambiguous'],
  KEY_REQUIRED: [400, 'A unique key is required'],
  TARGET_EXISTS: [400, 'The target already exists'],
  SAME_OBJECT: [400, 'Source and target are the same'],
  TRUNCATE_BLOCKED: [400, 'The table cannot be emptied'],
  SERVED_BY_APPLICATION: [400, 'The table is served by the application'],
  REFUSED_BY_SERVICE: [400, 'The service of the application refused it'],
  DROP_BLOCKED: [400, 'The object cannot be dropped'],
  NOT_A_COPY: [400, 'Only copies that this API has made can be dropped'],
  OWN_SESSION: [400, 'The session may be of this server'],
  IMPORT_REJECTED: [400, 'The import was rejected'],
  CONSTRAINT_VIOLATION: [400, 'A constraint of the database was violated'],
  NOT_SUPPORTED: [400, 'Not supported by this database'],
  UNAUTHORIZED: [401, 'Authentication required'],
  FORBIDDEN: [403, 'Permission denied'],
  INSUFFICIENT_PRIVILEGE: [403, 'The database refused access'],
  SCHEMA_NOT_ALLOWED: [403, 'The schema is not open to this operation'],
  ROUTE_NOT_FOUND: [404, 'No such operation'],
  METHOD_NOT_ALLOWED: [404, 'The operation does not offer this method'],
  SCHEMA_NOT_FOUND: [404, 'Schema not found'],
  TABLE_NOT_FOUND: [404, 'Table not found'],
  COLUMN_NOT_FOUND: [404, 'Column not found'],
  CONSTRAINT_NOT_FOUND: [404, 'Constraint not found'],
  FILE_NOT_FOUND: [404, 'File not found'],
  SESSION_NOT_FOUND: [404, 'Session not found'],
  OPERATION_NOT_FOUND: [404, 'Operation not found'],
  ROW_CHANGED: [409, 'A row was changed meanwhile'],
  RATE_LIMIT_EXCEEDED: [429, 'Too many requests'],
  TOO_MANY_OPERATIONS: [429, 'Too many operations at a time'],
  INTERNAL_ERROR: [500, 'Internal server error'],
  IDENTITY_UNAVAILABLE: [500, 'The identity service cannot be reached'],
  DATABASE_ERROR: [500, 'The database reported an error'],
  DATABASE_UNAVAILABLE: [500, 'The database cannot be reached'],
  LOCK_TIMEOUT: [500, 'The database object is locked'],
  OPERATION_TIMEOUT: [500, 'The operation took too long'],
  OPERATION_LOST: [500, 'The server process that ran the operation is gone'],
  OPERATION_CANCELLED: [500, 'The operation was cancelled'],
  NOT_INSTALLED: [501, 'A package is not installed'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof ERRORS

/** Characters of an explanation: what it lists may be as long as what was sent. */
const MAX_DETAILS = 4_000

interface AdminErrorOptions {
  readonly cause?: unknown
  readonly retryAfterSeconds?: number
  readonly reason?: DatabaseReason | undefined
  readonly position?: number | undefined
  readonly conflicts?: readonly object[] | undefined
}

/** An error that a client of the API may see as it is. */
export class AdminError extends Error {
  readonly code: ErrorCode
  /** Longer explanation for the client: names objects, never data values, SQL, paths or credentials. */
  readonly details: string
  /** Seconds after which trying again makes sense; only for status 429. */
  readonly retryAfterSeconds: number | undefined
  /** What the database says itself, for those who may know. */
  readonly reason: DatabaseReason | undefined
  /** The character of a user's statement that it is about, from 1, where the database tells. */
  readonly position: number | undefined
  /** Rows that are not as they were read, side by side: the only values that an error tells. */
  readonly conflicts: readonly object[] | undefined

  constructor(code: ErrorCode, details: string, options: AdminErrorOptions = {}) {
    const shown = details.length > MAX_DETAILS ? `${details.slice(0, MAX_DETAILS)}…` : details
    super(`${code}: ${shown}`, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'AdminError'
    this.code = code
    this.details = shown
    this.retryAfterSeconds = options.retryAfterSeconds
    this.reason = options.reason
    this.position = options.position
    this.conflicts = options.conflicts
  }

  /** The same error with the database's own reason among its details. @param seesValues as `reasonText`. */
  withReason(seesValues: boolean): AdminError {
    if (!this.reason) return this
    const { cause, position } = this
    return new AdminError(this.code, `${this.details}. ${reasonText(this.reason, seesValues)}`, { cause, position })
  }

  get status(): number {
    return ERRORS[this.code][0]
  }
}

/** A bulk insert that the database refused. */
export class InsertError extends AdminError {
  /** Position of the refused row among the rows of the call, from 0; null when the engine does not tell. */
  readonly rowIndex: number | null

  constructor(cause: AdminError, rowIndex: number | null) {
    super(cause.code, cause.details, { cause, reason: cause.reason })
    this.name = 'InsertError'
    this.rowIndex = rowIndex
  }
}

/** Why a database refused a statement, in its own words. */
export interface DatabaseReason {
  /** Name of the engine, as people write it. */
  readonly engine: string
  /** The engine's own code: a SQLSTATE, or a number. */
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
  /** What the engine adds to the message: rows, as a rule. */
  readonly detail?: string | undefined
  /**
   * What the message is made of: names of objects; names and values of rows, these in quotes or as numbers; or whatever
   * a function or trigger of the database says.
   */
  readonly holds: 'names' | 'values' | 'anything'
}

const MAX_LENGTH = 1_000

/** @param seesValues whether all values of all rows may be seen; else they are left out. */
export const reasonText = (reason: DatabaseReason, seesValues: boolean): string => {
  const { engine, code, message, hint, detail, holds } = reason
  const head = `${engine} ${code}`
  if (seesValues) return [`${head}: ${clean(message)}`, ...told('Detail', detail), ...told('Hint', hint)].join('. ')
  if (holds === 'anything') return `${head}: the message is for admins`
  if (holds === 'values') return `${head}: ${clean(withoutValues(message))}`
  return [`${head}: ${clean(message)}`, ...told('Hint', hint)].join('. ')
}

const told = (name: string, text: string | undefined): string[] => (text ? [`${name}: ${clean(text)}`] : [])

/** From the first quote to the last: a value may hold quotes itself, which nothing marks. */
const withoutValues = (message: string): string => {
  const [start, end] = [message.search(/["']/), Math.max(message.lastIndexOf('"'), message.lastIndexOf("'"))]
  const open = start < 0 ? message : `${message.slice(0, start)}"…"${message.slice(end + 1)}`
  return open.replace(/(?<![\w.])[-+]?\d[\w.+-]*/g, '…')
}

/** One line, without the full stop that is put behind it. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .slice(0, MAX_LENGTH)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/[.]$/, '')

/** Whether something thrown is a system error with one of the codes, such as `ENOENT`. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code))

/** What clients are told of a disk that takes no more; any other error as it is. */
export const diskError = (cause: unknown): unknown => {
  if (hasCode(cause, 'ENOSPC', 'EDQUOT'))
    return new AdminError('INTERNAL_ERROR', 'The disk for files is full', { cause })
  return hasCode(cause, 'EROFS')
    ? new AdminError('INTERNAL_ERROR', 'The disk for files is read-only', { cause })
    : cause
}
