import { type DatabaseReason, AdminError, type ErrorCode, InsertError } from '../../core/errors.ts'

/** SQLSTATEs, or their first two characters: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CODES: Record<string, readonly [code: ErrorCode, details: string]> = {
  '42P01': ['TABLE_NOT_FOUND', 'A table that the statement needs does not exist'],
  '3F000': ['SCHEMA_NOT_FOUND', 'A schema that the statement needs does not exist'],
  '42703': ['COLUMN_NOT_FOUND', 'A column that the statement needs does not exist'],
  '42501': ['INSUFFICIENT_PRIVILEGE', 'The database user lacks a privilege'],
  '25006': ['INSUFFICIENT_PRIVILEGE', 'The database, or the session, is read-only'],
  '57014': ['OPERATION_TIMEOUT', 'The database ended the statement because it took too long'],
  '40P01': ['LOCK_TIMEOUT', 'The operation and another one waited for each other'],
  '40001': ['LOCK_TIMEOUT', 'Another transaction changed the same rows meanwhile'],
  '55P03': ['LOCK_TIMEOUT', 'Another transaction holds the lock'],
  '53100': ['DATABASE_ERROR', 'The disk of the database is full'],
  '53300': ['DATABASE_UNAVAILABLE', 'The database accepts no more connections'],
  '25P03': ['DATABASE_UNAVAILABLE', 'The database ended an idle transaction'],
  '57P01': ['DATABASE_UNAVAILABLE', 'The database is shutting down'],
  '57P02': ['DATABASE_UNAVAILABLE', 'The database went down'],
  '57P03': ['DATABASE_UNAVAILABLE', 'The database is starting'],
  '2BP01': ['DROP_BLOCKED', 'Other objects depend on it'],
  '42P06': ['TARGET_EXISTS', 'A schema of that name exists'],
  '42P07': ['TARGET_EXISTS', 'A table of that name exists'],
  '42601': ['INVALID_PARAMETER', 'A value is not written as its type wants it'],
  '42725': ['NOT_SUPPORTED', 'Values of these types cannot be compared'],
  '42804': ['NOT_SUPPORTED', 'Values of these types cannot be compared'],
  '42846': ['NOT_SUPPORTED', 'Values of a type cannot be brought to another'],
  '42883': ['NOT_SUPPORTED', 'A function or operator that the statement needs does not exist for these types'],
  '0A000': ['NOT_SUPPORTED', 'PostgreSQL does not support this'],
  '22003': ['INVALID_PARAMETER', 'A number is out of range'],
  '22012': ['INVALID_PARAMETER', 'A division by zero'],
  '55000': ['NOT_SUPPORTED', 'An object is not ready for the statement'],
  P0001: ['DATABASE_ERROR', 'A function or trigger of the database raised an error'],
  '08': ['DATABASE_UNAVAILABLE', 'The connection to the database failed'],
  '22': ['INVALID_PARAMETER', 'A value does not fit its type'],
  '23': ['CONSTRAINT_VIOLATION', 'A constraint was violated'],
  '28': ['DATABASE_UNAVAILABLE', 'The database refused the credentials of the server'],
  '53': ['DATABASE_ERROR', 'The database is short of resources'],
  '58': ['DATABASE_ERROR', 'The database has a system error'],
  HV: ['DATABASE_ERROR', 'The source of a foreign table reported an error'],
}
/** Syntax errors are those of a value, such as a tsquery, but for those of the statement itself. */
const OF_ROUTINES: typeof CODES = {
  '42601 scanner_yyerror': ['DATABASE_ERROR', 'The database reported an error'],
}
/** Connection failures, as the client sees them, and as the server does that has lost none: of a foreign table. */
const CONNECTION = '08'
const FOREIGN_CONNECTION = ['DATABASE_ERROR', 'The source of a foreign table cannot be reached'] as const
const SQLSTATE = /^[0-9A-Z]{5}$/

interface PostgresFailure {
  readonly code?: unknown
  /** What the server said about it: after `ERROR` the connection goes on. */
  readonly severity?: string
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  readonly message?: unknown
  readonly hint?: string
  readonly detail?: string
  /** The function of the server that raised it. */
  readonly routine?: string
}

/** The API's error for a failure of `pg`: by SQLSTATE, never by message. Whatever has none lost the connection. */
export const postgresError = (cause: unknown): AdminError => {
  if (cause instanceof AdminError) return cause
  const failure = cause as PostgresFailure
  const { code } = failure
  // Node's own codes, such as EPIPE, are as long as a SQLSTATE; none of those starts with E.
  if (typeof code !== 'string' || !SQLSTATE.test(code) || code.startsWith('E'))
    return new AdminError('DATABASE_UNAVAILABLE', 'The database cannot be reached', { cause })
  const [ours, details] = classify(code, failure)
  const objects = (['table', 'column', 'constraint'] as const)
    .filter((kind) => failure[kind] !== undefined)
    .map((kind) => `${kind} '${failure[kind] ?? ''}'`)
  const told = objects.length > 0 ? `${details}: ${objects.join(', ')}` : details
  return new AdminError(ours, told, {
    cause,
    ...(ours !== 'DATABASE_UNAVAILABLE' && { reason: reasonOf(code, failure) }),
  })
}

const classify = (code: string, { severity, routine }: PostgresFailure): (typeof CODES)[string] => {
  if (code.startsWith(CONNECTION) && severity === 'ERROR') return FOREIGN_CONNECTION
  const known = OF_ROUTINES[`${code} ${routine ?? ''}`] ?? CODES[code] ?? CODES[code.slice(0, 2)]
  return known ?? ['DATABASE_ERROR', 'The database reported an error']
}

/** Classes of SQLSTATE whose messages name objects, and no value of a row. */
const NAMES = /^(?:0A|21|23|25|2[BD]|3[DF]|4[024]|5[357])/

const reasonOf = (code: string, { message, hint, detail, routine }: PostgresFailure): DatabaseReason => ({
  engine: 'PostgreSQL',
  code,
  message: String(message),
  hint,
  detail,
  holds: routine === 'exec_stmt_raise' || code.startsWith('P0') ? 'anything' : NAMES.test(code) ? 'names' : 'values',
})

/** The server's error of a COPY, with the row it names in the error's context; what the rows' source threw stays. */
export const insertError = (error: unknown): unknown => {
  if (error instanceof AdminError) return error
  const { code, where } = error as { code?: unknown; where?: unknown }
  if (typeof code !== 'string') return error
  const line = typeof where === 'string' ? /^COPY .*?, line (\d+)/s.exec(where)?.[1] : undefined
  return new InsertError(postgresError(error), line === undefined ? null : Number(line) - 1)
}
