import { Writable } from 'node:stream'
import cds from '@sap/cds'
import { SQL_STATE } from '../cap/sql-state.ts'
import type { Connection } from '../cap/postgres-service.ts'

/** CAP's stream of a parameter's value to the database. */
interface ParameterStream extends Writable {
  connection: unknown
  flushChunk: (chunk: unknown, done: (error?: Error) => void) => void
  handleError: (error: Error) => void
  then: (resolve: () => void, reject: (error: Error) => void) => void
}

/**
 * Lets a connection be lost without harm: its `error` event, unheard, would end the process, and so would a value that
 * is written to it later on. What fails for that has the code that PostgreSQL has for it.
 */
export const surviveLoss = (connection: Connection): void => {
  connection.on('error', (error) => {
    connection.open = false
    cds.log('db').warn('connection lost:', error.message)
  })
  const query = connection.query.bind(connection)
  connection.query = (statement, ...rest) => {
    if (isParameterStream(statement)) failOnce(statement)
    const result = query(statement, ...rest)
    return result instanceof Promise ? result.catch(fail) : result
  }
}

const isParameterStream = (statement: unknown): statement is ParameterStream =>
  statement instanceof Writable && 'flushChunk' in statement

/** Errors of the database have its code; the driver's own say that there is no connection. */
const fail = (error: unknown): never => {
  if ((error as { code?: unknown }).code === undefined)
    Object.assign(error as Error, { code: SQL_STATE.connectionFailure })
  throw error
}

/** CAP's stream forgets the connection when it fails, and fails at that when it is written to or destroyed. */
const failOnce = (stream: ParameterStream): void => {
  const { then } = stream
  let failure: Error | undefined
  stream.then = (resolve, reject) => {
    const rejectAsFailed = (error: Error): void => {
      try {
        fail(error)
      } catch (failed) {
        reject(failed as Error)
      }
    }
    if (failure) rejectAsFailed(failure)
    else then.call(stream, resolve, rejectAsFailed)
  }
  stream.handleError = (error) => {
    failure = error
    stream.connection = null
    stream.flushChunk = (_chunk, done) => done(error)
    stream._destroy = (_error, done) => done()
    stream.emit('error', error)
  }
  stream.on('error', () => undefined)
}
