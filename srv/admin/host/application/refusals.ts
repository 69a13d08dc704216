import cds from '@sap/cds'
import { postgresError } from '../../database/postgres/errors.ts'
import { failureOf, sqliteError } from '../../database/sqlite/errors.ts'
import { AdminError, type ErrorCode } from '../../core/errors.ts'

/** An error of a service or a driver, as far as it is read here. */
interface Failure {
  readonly name?: string
  readonly message?: string
  readonly code?: unknown
  readonly status?: unknown
  readonly statusCode?: unknown
  readonly target?: unknown
  readonly args?: readonly unknown[]
  /** Of several at once. */
  readonly details?: unknown
  readonly cause?: unknown
  /** Of node:sqlite. */
  readonly errcode?: unknown
  /** Of PostgreSQL. */
  readonly severity?: unknown
}

/** Codes that CAP makes a status of. */
const STATUS: Readonly<Record<string, number>> = {
  ENTITY_ALREADY_EXISTS: 400,
  FK_CONSTRAINT_VIOLATION: 400,
  UNIQUE_CONSTRAINT_VIOLATION: 400,
}

/** What services may tell whoever asks; a program that fails tells nothing. */
const CODES: Readonly<Record<number, ErrorCode>> = { 401: 'FORBIDDEN', 403: 'FORBIDDEN' }

const NOT_IMPLEMENTED = 501

/** What the application has thrown, as the API's own error; what is a fault of its programs stays as it is. */
export const ofApplication = (error: unknown): unknown => {
  if (error instanceof AdminError) return error
  const ofDatabase = databaseError(error)
  if (ofDatabase) return ofDatabase
  const failure = error as Failure
  const status = statusOf(failure)
  if (status === undefined || status < 400 || (status >= 500 && status !== NOT_IMPLEMENTED)) return error
  return new AdminError(CODES[status] ?? 'REFUSED_BY_SERVICE', textOf(failure), { cause: error })
}

const statusOf = ({ status, statusCode, code, details }: Failure): number | undefined => {
  const own = [status, statusCode, STATUS[String(code)], code].map(Number).find((each) => each >= 400 && each < 600)
  if (own !== undefined || !Array.isArray(details)) return own
  const inner = (details as Failure[]).map(statusOf)
  return inner.some((each) => each === undefined || each >= 500) ? undefined : (inner[0] ?? undefined)
}

const textOf = (failure: Failure): string => {
  const { details } = failure
  const all = Array.isArray(details) && details.length > 0 ? (details as Failure[]) : [failure]
  return all.map(sentenceOf).join('; ')
}

/** Messages are names of texts, in the language that the API speaks. */
const sentenceOf = ({ message = '', code, status, statusCode, target, args }: Failure): string => {
  const name = /^\{i18n>(?<name>.*)\}$/.exec(message)?.groups?.['name'] ?? message
  const { messages } = (cds as unknown as { i18n: { messages: { at: TextAt } } }).i18n
  const key = [name, code, status, statusCode].find((each) => each !== undefined && each !== '') as string | number
  const told = messages.at(String(key), 'en', args ?? []) ?? String(key)
  return typeof target === 'string' && target !== '' ? `${target}: ${told}` : told
}

type TextAt = (name: string, locale: string, args: readonly unknown[]) => string | undefined

/** What a driver has thrown, whatever is around it by now. */
const databaseError = (error: unknown): AdminError | undefined => {
  for (let each = error as Failure | undefined; each; each = each.cause as Failure | undefined) {
    if (typeof each.errcode === 'number') return sqliteError(failureOf(each))
    if (typeof each.severity === 'string' && typeof each.code === 'string') return postgresError(each)
    if (typeof each.code === 'string' && each.code.startsWith('SQLITE_')) return ofOtherDriver(each)
    if (each.name === 'TimeoutError')
      return new AdminError('LOCK_TIMEOUT', 'All connections of the application are busy', { cause: error })
  }
  return undefined
}

/** Drivers for SQLite that tell their codes by name: SQLite's text for constraints names no value. */
const ofOtherDriver = (cause: Failure): AdminError => {
  const code = String(cause.code)
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code))
    return new AdminError('LOCK_TIMEOUT', 'Another connection holds the lock of the database', { cause })
  if (code === 'SQLITE_CONSTRAINT_TRIGGER')
    return new AdminError('CONSTRAINT_VIOLATION', 'A trigger refused the change', { cause })
  return code.startsWith('SQLITE_CONSTRAINT')
    ? new AdminError('CONSTRAINT_VIOLATION', cause.message ?? code, { cause })
    : new AdminError('DATABASE_ERROR', 'The database reported an error', { cause })
}
