import cds from '@sap/cds'
import { SQL_STATE, sqlStateOf } from '../../cap/database-service.ts'
import { requestError } from './errors.ts'
import type { Failure } from '../../cap/odata.ts'

const UNIQUE = [
  409,
  'UNIQUE_VIOLATION',
  'An entry with the same key or the same unique values exists already.',
] as const
const CONSTRAINT = [
  409,
  'CONSTRAINT_VIOLATION',
  'The data breaks a rule of the database, such as a reference.',
] as const
const BAD_VALUE = [400, 'INVALID_VALUE', 'The request has a value or an expression that the database refuses.'] as const
const BAD_EXPRESSION = [400, 'INVALID_EXPRESSION', 'An expression of the query cannot be evaluated.'] as const
const AWAY = [503, 'DATABASE_UNAVAILABLE', 'The database cannot answer at the moment. Try again later.'] as const
/** The rights of the server's own user of the database, which somebody has taken away. */
const REFUSED = [403, 'INSUFFICIENT_PRIVILEGE', 'The database does not allow the server to do this.'] as const
/** Full or read-only: what is there can be read. */
const UNCHANGEABLE = [
  503,
  'DATABASE_UNAVAILABLE',
  'The database takes no changes at the moment. Try again later.',
] as const

type Meaning =
  | typeof UNIQUE
  | typeof CONSTRAINT
  | typeof BAD_VALUE
  | typeof BAD_EXPRESSION
  | typeof AWAY
  | typeof REFUSED
  | typeof UNCHANGEABLE

/** Set on errors of the connection pool and of expressions, which come without any code of their own. */
export const POOL_ERROR = 'ERR_DATABASE_POOL'
export const EXPRESSION_ERROR = 'ERR_QUERY_EXPRESSION'

/** CAP's code where a transaction is used that has been ended, which only the watch over transactions does. */
const TRANSACTION_CLOSED = 'TRANSACTION_CLOSED'

/**
 * PostgreSQL. Values of the wrong type are told from expressions that make no sense.
 * Away, for a moment, is also who loses a deadlock or a race (class 40), or waits too long for a lock (55P03) or in a
 * transaction (25P03). A full disk and a standby take no changes.
 */
const fromSqlState = (state: string): Meaning | undefined => {
  if (state === SQL_STATE.uniqueViolation) return UNIQUE
  if (state === SQL_STATE.insufficientPrivilege) return REFUSED
  if (state.startsWith('23')) return CONSTRAINT
  // A violation of the protocol is what PostgreSQL calls bytes that are none of the type it expects.
  if (state === SQL_STATE.protocolViolation || /^(22...|42(703|883|804|846|P02|P18|P22))$/.test(state)) return BAD_VALUE
  // A query can be beyond what the database takes (54), offers (0A) or understands (42); a missing table it cannot cause.
  if (/^(54|0A|42)/.test(state) && state !== SQL_STATE.undefinedTable) return BAD_EXPRESSION
  if (state === SQL_STATE.diskFull || state === SQL_STATE.readOnly) return UNCHANGEABLE
  // What the system below cannot read or write (58) is away, too.
  if (/^(08|40|53|57|58|25P03|55P03)/.test(state)) return AWAY
  return undefined
}

/** SQLite's primary result codes that a request can cause or meet, see https://www.sqlite.org/rescode.html */
const SQLITE_ERROR = 1
const SQLITE_PERM = 3
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_NOMEM = 7
const SQLITE_READONLY = 8
const SQLITE_INTERRUPT = 9
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_PROTOCOL = 15
const SQLITE_TOOBIG = 18
const SQLITE_CONSTRAINT = 19
const SQLITE_MISMATCH = 20
const SQLITE_AUTH = 23
const SQLITE_RANGE = 25

/** Extended codes of SQLITE_CONSTRAINT that mean a duplicate: primary key, unique index, rowid. */
const SQLITE_DUPLICATES: readonly number[] = [1555, 2067, 2579]

const fromSqlite = (extended: number): Meaning | undefined => {
  if (SQLITE_DUPLICATES.includes(extended)) return UNIQUE
  switch (extended & 0xff) {
    case SQLITE_CONSTRAINT:
      return CONSTRAINT
    // SQLITE_ERROR is what a statement gets that cannot be prepared or computed, such as a sum beyond 64 bits.
    case SQLITE_ERROR:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE:
      return BAD_VALUE
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_NOMEM:
    case SQLITE_INTERRUPT:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_PROTOCOL:
      return AWAY
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return REFUSED
    case SQLITE_FULL:
    case SQLITE_READONLY:
      return UNCHANGEABLE
    default:
      return undefined
  }
}

/** SAP HANA, "SQL Error Codes" in its SQL reference; 131 to 146 are lock and resource timeouts, 613 is one of a statement, 4 is want of memory. */
const HANA_CONSTRAINTS: readonly number[] = [287, 461, 462, 677]
const HANA_BAD_VALUES: readonly number[] = [260, 266, 274, 302, 303, 304, 307, 314, 328, 339, 407, 7]
/** What `@sap/hana-client` says itself of a value that it refuses to send: "Conversion of parameter/column failed". */
const HANA_CLIENT_BAD_VALUE = -10_427
/** "insufficient privilege" */
const HANA_REFUSED = 258
const HANA_AWAY: readonly number[] = [4, 131, 132, 133, 138, 139, 143, 146, 613]
/** No room on the disk or in the row store; a file that cannot be written. */
const HANA_UNCHANGEABLE: readonly number[] = [14, 151, 152, 688]

const fromHana = (code: number): Meaning | undefined => {
  if (code === 301) return UNIQUE
  if (HANA_CONSTRAINTS.includes(code)) return CONSTRAINT
  if (code === HANA_REFUSED) return REFUSED
  if (HANA_BAD_VALUES.includes(code) || code === HANA_CLIENT_BAD_VALUE) return BAD_VALUE
  if (HANA_UNCHANGEABLE.includes(code)) return UNCHANGEABLE
  // Other negative codes are failures of the connection.
  if (HANA_AWAY.includes(code) || code < 0) return AWAY
  return undefined
}

const SYSTEM_ERRORS =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|EHDB(OPENCONN|CLOSE))$/

interface DriverError extends Failure {
  /** SQLite's extended result code. */
  errcode?: number
  /** The statement, which CAP's database services put on every error that a driver throws. */
  query?: unknown
}

const meaningOf = ({ code, errcode, query, status }: DriverError, kind: string | undefined): Meaning | undefined => {
  if (code === POOL_ERROR || code === TRANSACTION_CLOSED) return AWAY
  if (code === EXPRESSION_ERROR) return BAD_EXPRESSION
  if (typeof errcode === 'number') return fromSqlite(errcode)
  // An error with a status was made by CAP or by a handler, and says what it means.
  if (status !== undefined) return undefined
  if (typeof code === 'number') return query === undefined ? undefined : fromHana(code)
  // What fails at a statement without a code is the connection, as when PostgreSQL is killed. HANA's driver gives those
  // a code, and has none for a value that it refuses to send: of another type, or too large.
  if (code === undefined && query !== undefined) return kind === 'hana' ? BAD_VALUE : AWAY
  if (typeof code !== 'string') return undefined
  if (SYSTEM_ERRORS.test(code)) return AWAY
  const state = sqlStateOf({ code })
  return state === undefined ? undefined : fromSqlState(state)
}

const databaseKind = (): string | undefined => (cds.env.requires as { db?: { kind?: string } }).db?.kind

/**
 * What a driver's error means to the client, told by its code and never by its text; undefined for any other error.
 * The driver's error is the `cause`, for the log.
 */
export const databaseFailure = (error: Failure, kind = databaseKind()): Failure | undefined => {
  const meaning = meaningOf(error, kind)
  if (!meaning) return undefined
  const [status, code, message] = meaning
  // An application may have texts for the code.
  return Object.assign(requestError(status, code, message), { cause: error, $sanitize: false, _i18n: code })
}
