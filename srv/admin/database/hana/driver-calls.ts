import { AdminError } from '../../core/errors.ts'
import type { Client, ResultDone, Statement, StatementResult, Lob, ResultSet } from './driver.ts'
import { hanaError } from './errors.ts'
import type { Value } from '../../core/values.ts'
import type { RowBatch } from '../session.ts'
import { fromHana } from './values.ts'

/**
 * Statements that only steer the transaction or the session. The server answers some of them with a kind of statement
 * that the driver has no name for, and the driver then reports an error although all is done.
 *
 * @see https://github.com/SAP/node-hdb/issues/304
 */
const STEERING = /^(?:SAVEPOINT|RELEASE|ROLLBACK|SET)\b/i

/** What is asked of the driver, as promises that also end when the connection does, which the driver forgets to tell. */
export class DriverCalls {
  readonly #client: Client
  readonly #waiting = new Set<(error: Error) => void>()

  constructor(client: Client) {
    this.#client = client
  }

  /** Whether the server has been asked something and has not answered. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** Ends all that waits. @param error of the connection, if it is known. */
  end(error: unknown): void {
    const ended = error instanceof Error ? error : lost()
    for (const fail of this.#waiting) fail(ended)
  }

  /** @param onAnswer called before anything else is told of the answer. */
  connect(onAnswer: () => void): Promise<undefined> {
    return this.call((done) =>
      this.#client.connect((error) => {
        onAnswer()
        done(error, undefined)
      }),
    )
  }

  /** Runs a statement without parameters. */
  direct(sql: string): Promise<StatementResult> {
    const isSteering = STEERING.test(sql)
    return this.call((done) =>
      this.#client.execute(sql, { rowsAsArray: true }, (error, result) => {
        // Errors of the server have a number and lost connections a code.
        const isDone = error && isSteering && (error as { code?: unknown }).code === undefined
        if (isDone) done(null, undefined)
        else done(error, result)
      }),
    )
  }

  prepare(sql: string): Promise<Statement> {
    return this.call((done) => this.#client.prepare(sql, done))
  }

  run(statement: Statement, parameters: readonly unknown[]): Promise<StatementResult> {
    return this.call((done) => statement.execute(parameters, { rowsAsArray: true }, done))
  }

  finish(how: 'commit' | 'rollback'): Promise<undefined> {
    return this.call((done) => this.#client[how]((error) => done(error, undefined)))
  }

  /** @throws AdminError also when the connection ends before the answer is there. */
  call<Result>(start: (done: ResultDone<Result>) => void): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const fail = (error: Error): void => {
        this.#waiting.delete(fail)
        reject(hanaError(error))
      }
      this.#waiting.add(fail)
      start((error, result) => {
        this.#waiting.delete(fail)
        if (error) fail(error)
        else resolve(result)
      })
    })
  }
}

const lost = (): AdminError => new AdminError('DATABASE_UNAVAILABLE', 'The connection to the database has ended')

/** How many rows a statement has changed, of all rows of parameters. */
export const countOf = (result: StatementResult): number =>
  Array.isArray(result)
    ? result.reduce((sum, count) => sum + Math.max(count, 0), 0)
    : typeof result === 'number'
      ? Math.max(result, 0)
      : 0

const BATCH_ROWS = 1_000
const BATCH_BYTES = 1_048_576

/** Asks the driver something, and tells also when the connection ends before the answer. */
type Call = <Result>(
  start: (done: (error: Error | null | undefined, result: Result) => void) => void,
) => Promise<Result>

/** Stands for a large value where those are not read. */
export const LARGE_VALUE = '…'

/**
 * The rows of a result in batches of about 1 MiB, their large values read to the end, one after the other, so that
 * no more of them are in memory than a batch has.
 *
 * @param readsLarge whether large values are read: each is one value, however large.
 * @throws AdminError
 */
export async function* readBatches(result: ResultSet, call: Call, readsLarge = true): AsyncGenerator<RowBatch> {
  result.setFetchSize(BATCH_ROWS)
  const types = result.metadata.map(({ dataType }) => dataType)
  try {
    let batch: Value[][] = []
    let bytes = 0
    for await (const rows of result.createArrayStream(BATCH_ROWS)) {
      for (const row of rows) {
        const values: Value[] = []
        for (const [index, value] of row.entries()) {
          if (isLob(value) && !readsLarge) {
            values.push(LARGE_VALUE)
            continue
          }
          const read = isLob(value) ? await call<Buffer | string>(value.read.bind(value)) : value
          values.push(fromHana(read, types[index]))
          if (typeof read === 'string' || Buffer.isBuffer(read)) bytes += read.length
        }
        batch.push(values)
        if (bytes < BATCH_BYTES && batch.length < BATCH_ROWS) continue
        yield batch
        batch = []
        bytes = 0
      }
    }
    if (batch.length > 0) yield batch
  } catch (error) {
    throw hanaError(error)
  } finally {
    await call<undefined>((done) => result.close((error) => done(error, undefined))).catch(() => undefined) // ended by its error already
  }
}

const isLob = (value: unknown): value is Lob =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Lob>).read === 'function'
