import { Writable } from 'node:stream'
import cds from '@sap/cds'
import { type Connection, PostgresQuery, type Wire } from '../cap/postgres-service.ts'
import { SQL_STATE } from '../cap/database-service.ts'

/** A statement that a connection has been given under this name before. */
export interface KnownStatement {
  readonly name: string
  readonly text: string
  readonly values?: readonly string[]
}

/**
 * A query that takes other statements along, in one message and back in one answer. The database knows them as one
 * series: after the first that fails it executes none, and what those before have set is undone.
 */
class PipelinedQuery extends PostgresQuery {
  readonly #ahead: readonly KnownStatement[]
  /** Whose ends are yet to come: the answers to those ahead are nobody's. */
  #awaited: number

  constructor(config: object, ahead: readonly KnownStatement[], done: (error: Error | null, result: unknown) => void) {
    super(config, undefined, done)
    this.#ahead = ahead
    this.#awaited = ahead.length
  }

  override prepare(wire: Wire): void {
    for (const { name, values } of this.#ahead) {
      wire.bind({ statement: name, ...(values && { values }) })
      wire.execute({})
    }
    super.prepare(wire)
  }

  override handleDataRow(row: unknown): void {
    if (this.#awaited === 0) super.handleDataRow(row)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#awaited === 0) super.handleCommandComplete(message, wire)
    else this.#awaited--
  }
}

const pipelined = new WeakMap<Connection, readonly KnownStatement[]>()

/** Lets a connection send statements ahead of others. */
export const allowPipelining = (connection: Connection): void => {
  const query = connection.query.bind(connection)
  connection.query = (statement, ...rest) => {
    const ahead = pipelined.get(connection)
    if (!ahead) return query(statement, ...rest)
    pipelined.delete(connection)
    return new Promise((resolve, reject) => {
      query(
        new PipelinedQuery(statement as object, ahead, (error, result) => {
          if (error) reject(error)
          else resolve(result)
        }),
      )
    })
  }
}

/**
 * Sends known statements ahead of what `execute` sends in the same round trip.
 *
 * @param execute sends a statement that has a name, before it waits for anything.
 * @throws Error if it did not: what it sends later would be executed without them.
 */
export const sendPipelined = <Result>(
  connection: Connection,
  ahead: readonly KnownStatement[],
  execute: () => Promise<Result>,
): Promise<Result> => {
  if (ahead.length > 0) pipelined.set(connection, ahead)
  try {
    const result = execute()
    return pipelined.has(connection) ? result.then(refuse) : result
  } finally {
    pipelined.delete(connection)
  }
}

const refuse = (): never => {
  throw new Error('A statement was executed without those that were to go ahead of it')
}

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
