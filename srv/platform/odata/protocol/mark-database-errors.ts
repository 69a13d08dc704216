import cds from '@sap/cds'
import { type DatabaseService as Service, SQL_STATE, sqlStateOf } from '../../cap/database-service.ts'
import type { Failure } from '../../cap/odata.ts'
import { EXPRESSION_ERROR, POOL_ERROR } from './database-errors.ts'

type DatabaseService = Service<{ readonly isTransaction?: boolean }>
type HandledRequest = Parameters<DatabaseService['handle']>[0]

const TRANSACTION_CONTROL: readonly (string | undefined)[] = ['BEGIN', 'COMMIT', 'ROLLBACK']

const marked = (cause: unknown, code: string): Error =>
  Object.assign(new Error((cause as Error).message, { cause }), { code })

/** Errors of drivers have a code, those that are made for clients have a status. */
const isPlain = (error: unknown): boolean => {
  const { status, code } = error as Failure
  return status === undefined && code === undefined
}

/** CAP's pool makes an error for each who wants a connection, in case it takes too long; its stack tells nothing. */
const withoutStack = <T>(run: () => T): T => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return run()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Whatever the pool or the driver says: without a connection the database is away. */
const markPoolErrors = (database: DatabaseService): void => {
  const { acquire } = database
  database.acquire = async function acquireOrMark(this: DatabaseService) {
    try {
      return await withoutStack(() => acquire.call(this))
    } catch (error) {
      throw marked(error, POOL_ERROR)
    }
  }
}

/** Gives what fails without a code the one that its request is to fail with. */
const markRequests = (database: DatabaseService, codeOf: (request: HandledRequest) => string | undefined): void => {
  const { handle } = database
  database.handle = async function handleOrMark(this: DatabaseService, request) {
    try {
      return await handle.call(this, request)
    } catch (error) {
      const code = codeOf(request)
      throw code !== undefined && isPlain(error) ? marked(error, code) : error
    }
  }
}

/** What begins or ends a transaction fails without a code where the connection is lost. */
const markConnectionErrors = (database: DatabaseService): void =>
  markRequests(database, ({ event }) => (TRANSACTION_CONTROL.includes(event) ? POOL_ERROR : undefined))

/** A query that cannot become SQL is what a client asked for, such as a path through a collection in $filter. */
const markTranslationErrors = (database: DatabaseService): void => {
  const { cqn2sql } = database
  database.cqn2sql = function cqn2sqlOrMark(this: DatabaseService, query, values) {
    try {
      return cqn2sql.call(this, query, values)
    } catch (error) {
      throw query.SELECT && isPlain(error) ? marked(error, EXPRESSION_ERROR) : error
    }
  }
}

/** On SQLite, OData's functions are JavaScript, and throw plain errors at values that they cannot take. */
const markFunctionErrors = (database: DatabaseService): void =>
  markRequests(database, ({ query }) => (typeof query === 'object' && query.SELECT ? EXPRESSION_ERROR : undefined))

/**
 * On a full disk, as after other faults, SQLite ends the transaction itself. To end it again would fail as a statement
 * that makes no sense, and the client would be told of that in place of the fault.
 */
const skipNeedlessRollback = (database: DatabaseService): void => {
  const { send } = database
  database.send = async function sendUnlessEnded(this: DatabaseService, event, ...rest) {
    if (event === 'ROLLBACK' && this.dbc?.isTransaction === false) return undefined
    return send.call(this, event, ...rest)
  }
}

/** Marks the failures of a database service that carry no code, so that none has to be told by its message. */
export const markDatabaseErrors = (service: unknown): void => {
  const database = service as DatabaseService
  markPoolErrors(database)
  markConnectionErrors(database)
  markTranslationErrors(database)
  if (database.options.kind !== 'sqlite') return
  markFunctionErrors(database)
  skipNeedlessRollback(database)
}

/** What transactions have failed with first. */
const ofTransactions = new WeakMap<object, unknown>()

/** The same, by the HTTP request that runs them. */
const ofRequests = new WeakMap<object, unknown>()

const currentRequest = (): object | undefined => (cds.context as { http?: { req?: object } } | undefined)?.http?.req

/**
 * Has all that fails in a transaction fail with what failed in it first: PostgreSQL refuses whatever comes after that, and
 * CAP goes on after some statements that fail.
 */
export const tellFirstFailures = (service: unknown): void => {
  const database = service as DatabaseService
  const { handle } = database
  database.handle = async function handleOrTellFirst(this: DatabaseService, request) {
    try {
      return await handle.call(this, request)
    } catch (error) {
      const first = sqlStateOf(error) === SQL_STATE.failedTransaction ? (ofTransactions.get(this) ?? error) : error
      ofTransactions.set(this, first)
      const req = currentRequest()
      if (req) ofRequests.set(req, first)
      throw first
    }
  }
}

/** What the database has said where CAP has made an error of the text of that, and of nothing else. */
export const failureBehind = (error: Failure): Failure => {
  const req = currentRequest()
  const known = req && (ofRequests.get(req) as Failure | undefined)
  const isText = error.code === undefined && error.status === undefined && error.message === known?.message
  return isText ? known : error
}
