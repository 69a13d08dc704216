import cds from '@sap/cds'
import type { DatabaseService } from '../../cap/database-service.ts'
import type { Failure } from '../../cap/odata.ts'
import { SQL_STATE, sqlStateOf } from '../../cap/sql-state.ts'

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
