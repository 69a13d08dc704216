import { type DatabaseReason, AdminError, type ErrorCode } from '../../core/errors.ts'

const CHANGE = /^(INSERT|DELETE|UPDATE) (?:INTO |FROM )?((?:"(?:[^"]|"")+"\.)?"(?:[^"]|"")+")/

/** Says which privilege a statement that was refused would need: the server does not. Other errors stay as they are. */
export const namingPrivilege = (error: unknown, sql: string): unknown => {
  const [, privilege, table] = CHANGE.exec(sql) ?? []
  if (!(error instanceof AdminError) || error.code !== 'INSUFFICIENT_PRIVILEGE' || table === undefined) return error
  return new AdminError(
    error.code,
    `The database user lacks the privilege ${privilege} on ${table}: grant it. Those of a container of SAP HANA Deployment Infrastructure ` +
      `are granted by its API (schema '…#DI'), or come with the roles that are deployed to it`,
    { cause: error.cause, ...(error.reason && { reason: error.reason }) },
  )
}

/** Numbers of SQL errors: https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/sql-error-codes */
const CODES: Record<number, readonly [code: ErrorCode, details: string]> = {
  4: ['DATABASE_ERROR', 'The database is short of memory'],
  10: ['DATABASE_UNAVAILABLE', 'The database refused the credentials of the server'],
  14: ['DATABASE_ERROR', 'The disk of the database is full'],
  131: ['LOCK_TIMEOUT', 'Another transaction holds the lock'],
  132: ['DATABASE_ERROR', 'The database is short of resources'],
  133: ['LOCK_TIMEOUT', 'The operation and another one waited for each other'],
  138: ['LOCK_TIMEOUT', 'Another transaction changed the same rows meanwhile'],
  139: ['OPERATION_CANCELLED', 'The database cancelled the statement'],
  143: ['LOCK_TIMEOUT', 'Another transaction changed the same rows meanwhile'],
  144: ['CONSTRAINT_VIOLATION', 'A unique constraint was violated'],
  146: ['LOCK_TIMEOUT', 'Another transaction holds the lock'],
  151: ['DATABASE_ERROR', 'The row store of the database is full'],
  152: ['DATABASE_ERROR', 'The row store of the database is full'],
  258: ['INSUFFICIENT_PRIVILEGE', 'The database user lacks a privilege'],
  259: ['TABLE_NOT_FOUND', 'A table that the statement needs does not exist'],
  260: ['COLUMN_NOT_FOUND', 'A column that the statement needs does not exist'],
  287: ['CONSTRAINT_VIOLATION', 'A column that must not be null is null'],
  288: ['TARGET_EXISTS', 'A table of that name exists'],
  301: ['CONSTRAINT_VIOLATION', 'A unique constraint was violated'],
  339: ['INVALID_PARAMETER', 'A text is no number'],
  362: ['SCHEMA_NOT_FOUND', 'A schema that the statement needs does not exist'],
  386: ['TARGET_EXISTS', 'A schema of that name exists'],
  414: ['DATABASE_UNAVAILABLE', 'The database asks the server for a new password'],
  415: ['DATABASE_UNAVAILABLE', 'The database user of the server is deactivated'],
  416: ['DATABASE_UNAVAILABLE', 'The database user of the server is locked'],
  461: ['CONSTRAINT_VIOLATION', 'A foreign key constraint was violated'],
  462: ['CONSTRAINT_VIOLATION', 'A foreign key constraint was violated'],
  613: ['OPERATION_TIMEOUT', 'The database ended the statement because it took too long'],
  677: ['CONSTRAINT_VIOLATION', 'A check constraint was violated'],
  688: ['DATABASE_ERROR', 'The database cannot write its files'],
}
/** Types that do not agree, values too large, no character, date or number, beyond their range, divided by zero. */
const VALUE_ERRORS = [266, 274, 302, 303, 304, 307, 314, 407]
const FEATURE_NOT_SUPPORTED = 7

/** A reply that the driver cannot read, or that does not say what it should. */
const PROTOCOL_FAULTS: readonly unknown[] = ['EHDBMSGPARSE', 'EHDBCOMMIT', 'EHDBROLLBACK']

/**
 * The API's error for a failure of `hdb`: by number, never by message. Errors of the connection have a code of letters.
 * What has neither is a value or a statement that the driver has refused to send.
 */
export const hanaError = (cause: unknown): AdminError => {
  if (cause instanceof AdminError) return cause
  const { code, name, message } = cause as { code?: unknown; name?: unknown; message?: unknown }
  if (PROTOCOL_FAULTS.includes(code) || (code === undefined && name !== 'Error'))
    return new AdminError('DATABASE_ERROR', 'The driver of the database reported an error', { cause })
  if (code === undefined)
    return new AdminError('INVALID_PARAMETER', 'A value does not fit its type, or is too large', { cause })
  if (typeof code !== 'number')
    return new AdminError('DATABASE_UNAVAILABLE', 'The database cannot be reached', { cause })
  const reason = reasonOf(code, String(message))
  if (VALUE_ERRORS.includes(code))
    return new AdminError('INVALID_PARAMETER', 'A value does not fit its type', { cause, reason })
  if (code === FEATURE_NOT_SUPPORTED)
    return new AdminError('NOT_SUPPORTED', 'SAP HANA does not support this', { cause, reason })
  const [ours, details] = CODES[code] ?? ['DATABASE_ERROR', 'The database reported an error']
  return new AdminError(ours, details, { cause, ...(ours !== 'DATABASE_UNAVAILABLE' && { reason }) })
}

/** Errors whose messages name objects, and no value of a row: of names, privileges, locks and resources. */
const NAMES = [4, 7, 14, 131, 133, 138, 139, 146, 151, 152, 257, 258, 259, 260, 288, 328, 362, 386, 613, 688]

/** What procedures and triggers raise has numbers from 10,000 on. */
const reasonOf = (code: number, message: string): DatabaseReason => ({
  engine: 'SAP HANA',
  code: String(code),
  message,
  holds: code >= 10_000 ? 'anything' : NAMES.includes(code) ? 'names' : 'values',
})
