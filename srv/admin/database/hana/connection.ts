import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Value } from '../../core/values.ts'
import { AdminError } from '../../errors.ts'
import type { RowBatch } from '../session.ts'
import { clientOptions } from './client-options.ts'
import type { HanaCredentials } from './client-options.ts'
import type { Client, Driver, Statement, StatementResult } from './driver.ts'
import { hanaError } from './errors.ts'
import { readBatches } from './read-batches.ts'
import { toHana } from './values.ts'

const CONNECT_TIMEOUT_MS = 10_000

/**
 * Statements that only steer the transaction or the session. The server answers some of them with a kind of statement
 * that the driver has no name for, and the driver then reports an error although all is done.
 *
 * @see https://github.com/SAP/node-hdb/issues/304
 */
const STEERING = /^(?:SAVEPOINT|RELEASE|ROLLBACK|SET)\b/i
/** What stays when the transaction has ended. */
const SESSION_STATE = /^SET\s+(?!TRANSACTION\b)/i

type Done<Result> = (error: Error | null | undefined, result: Result) => void

/** One connection to SAP HANA through `hdb`. Not exercised on a live system. */
export class HanaConnection {
  readonly #client: Client
  readonly #waiting = new Set<(error: Error) => void>()
  #isOpen = true
  #hasOwnState = false

  private constructor(client: Client, onEnd: (connection: HanaConnection) => void) {
    this.#client = client
    const end = (error?: unknown): void => {
      // The driver forgets what it was asked when its socket closes.
      for (const fail of this.#waiting) fail(error instanceof Error ? error : lost())
      if (!this.#isOpen) return
      this.#isOpen = false
      onEnd(this)
    }
    client.on('error', end)
    client.on('close', end)
  }

  /** @throws AdminError `DATABASE_UNAVAILABLE` */
  static async open(
    driver: Driver,
    credentials: HanaCredentials,
    onEnd: (connection: HanaConnection) => void = () => undefined,
    timeoutMs = CONNECT_TIMEOUT_MS,
  ): Promise<HanaConnection> {
    const client = driver.createClient({ ...clientOptions(credentials), initializationTimeout: timeoutMs })
    const connection = new HanaConnection(client, onEnd)
    const timer = setTimeout(() => {
      connection.destroy()
    }, timeoutMs)
    try {
      await connection.#call<unknown>((done) => {
        client.connect((error) => {
          if (!connection.isOpen) client.destroy() // given up before there was a socket
          done(error, undefined)
        })
      })
      client.setAutoCommit(false)
      if (credentials.schema !== undefined)
        await connection.execute(`SET SCHEMA ${quoteIdentifier(credentials.schema)}`, [])
      connection.#hasOwnState = false
      return connection
    } catch (error) {
      connection.destroy()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Whether a statement has changed what outlives the transaction. */
  get hasOwnState(): boolean {
    return this.#hasOwnState
  }

  /** Whether the server has been asked something and has not answered. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** The server's number of it. */
  get id(): number | undefined {
    return this.#client.connectOptions?.connectionId
  }

  /** All rows of a small result, and its column names. */
  async query(sql: string, parameters: readonly Value[]): Promise<{ columns: string[]; rows: Value[][] }> {
    let columns: string[] = []
    const rows: Value[][] = []
    for await (const batch of this.stream(sql, parameters, (names) => (columns = names)))
      for (const row of batch) rows.push([...row])
    return { columns, rows }
  }

  /** @returns number of rows changed. */
  async execute(sql: string, parameters: readonly Value[]): Promise<number> {
    return parameters.length === 0 ? countOf(await this.#direct(sql)) : this.#change(sql, parameters, false)
  }

  /** Runs a statement for each row of parameters. @returns number of rows changed, of all of them. */
  async executeRows(sql: string, rows: readonly (readonly Value[])[]): Promise<number> {
    return this.#change(sql, rows, true)
  }

  async *stream(
    sql: string,
    parameters: readonly Value[],
    onColumns: (names: string[]) => void = () => undefined,
  ): AsyncGenerator<RowBatch> {
    const statement = await this.#prepare(sql)
    try {
      const result = await this.#run(statement, bind(statement, parameters))
      if (typeof result !== 'object' || Array.isArray(result)) return
      onColumns(result.metadata.map((column) => column.columnDisplayName))
      yield* readBatches(result, (start) => this.#call(start))
    } finally {
      statement.drop(() => undefined)
    }
  }

  commit(): Promise<void> {
    return this.#end('commit')
  }

  rollback(): Promise<void> {
    return this.#end('rollback')
  }

  /** Takes it out of use before its end. */
  retire(): void {
    this.#isOpen = false
  }

  /** Closes the socket at once: the server rolls back, and sooner or later ends what it does for this connection. */
  destroy(): void {
    this.#isOpen = false
    this.#client.destroy()
    for (const fail of this.#waiting) fail(lost())
  }

  close(): void {
    if (this.#isOpen) this.#client.end()
    this.#isOpen = false
  }

  async #change(
    sql: string,
    values: readonly Value[] | readonly (readonly Value[])[],
    areRows: boolean,
  ): Promise<number> {
    const statement = await this.#prepare(sql)
    try {
      const rows = areRows ? (values as readonly (readonly Value[])[]) : [values as readonly Value[]]
      const bound = rows.map((row) => bind(statement, row))
      return countOf(await this.#run(statement, areRows ? bound : (bound[0] ?? [])))
    } finally {
      statement.drop(() => undefined)
    }
  }

  #direct(sql: string): Promise<StatementResult> {
    if (SESSION_STATE.test(sql)) this.#hasOwnState = true
    const isSteering = STEERING.test(sql)
    return this.#call((done) => {
      this.#client.execute(sql, { rowsAsArray: true }, (error, result) => {
        // Errors of the server have a number and lost connections a code.
        const isDone = error && isSteering && (error as { code?: unknown }).code === undefined
        if (isDone) done(null, undefined)
        else done(error, result)
      })
    })
  }

  #prepare(sql: string): Promise<Statement> {
    return this.#call((done) => {
      this.#client.prepare(sql, done)
    })
  }

  #run(statement: Statement, parameters: readonly unknown[]): Promise<StatementResult> {
    return this.#call((done) => {
      statement.execute(parameters, { rowsAsArray: true }, done)
    })
  }

  #end(how: 'commit' | 'rollback'): Promise<void> {
    return this.#call<undefined>((done) => {
      this.#client[how]((error) => {
        done(error, undefined)
      })
    })
  }

  /** @throws AdminError also when the connection ends before the answer is there. */
  #call<Result>(start: (done: Done<Result>) => void): Promise<Result> {
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

const bind = ({ parameterMetadata }: Statement, values: readonly Value[]): unknown[] =>
  values.map((value, index) => toHana(value, parameterMetadata?.[index]?.dataType))

const countOf = (result: StatementResult): number =>
  Array.isArray(result)
    ? result.reduce((sum, count) => sum + Math.max(count, 0), 0)
    : typeof result === 'number'
      ? Math.max(result, 0)
      : 0
