/** What is done with one connection to SAP HANA stands together: over 200 lines. */
import { quoteIdentifier } from '../../core/identifiers.ts'
import { AdminError } from '../../core/errors.ts'
import type { Value } from '../../core/values.ts'
import type { RowBatch } from '../session.ts'
import {
  clientOptions,
  type HanaCredentials,
  type Client,
  type Driver,
  type ResultSet,
  type Statement,
  type StatementResult,
} from './driver.ts'
import { countOf, DriverCalls, readBatches } from './driver-calls.ts'
import { bind } from './values.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Cancelling comes first, which answers at once and frees the locks. */
const GRACE_MS = 5_000

/** The server's code of statements that answer rows and lock none. */
const QUERY = 5

/** What stays when the transaction has ended. */
const SESSION_STATE = /^SET\s+(?!TRANSACTION\b)/i

/** One connection to SAP HANA through `hdb`. Not exercised on a live system. */
export class HanaConnection {
  readonly #client: Client
  readonly #calls: DriverCalls
  #isOpen = true
  #hasOwnState = false
  #isTimeLimited = false
  #isUsed = false

  private constructor(client: Client, onEnd: (connection: HanaConnection) => void) {
    this.#client = client
    this.#calls = new DriverCalls(client)
    const end = (error?: unknown): void => {
      this.#calls.end(error)
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
    const timer = setTimeout(() => connection.destroy(), timeoutMs)
    try {
      await connection.#calls.connect(() => {
        if (!connection.isOpen) client.destroy() // given up before there was a socket
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

  /** Whether a statement has changed what lasts longer than the transaction. */
  get hasOwnState(): boolean {
    return this.#hasOwnState
  }

  /** Whether a transaction has ended on it. */
  get isUsed(): boolean {
    return this.#isUsed
  }

  /** Whether the server has been asked something and has not answered. */
  get isWaiting(): boolean {
    return this.#calls.isWaiting
  }

  /** Whether the server ends statements that take too long. */
  get isTimeLimited(): boolean {
    return this.#isTimeLimited
  }

  /** Has the server end a statement by itself a little after there is no time left for it. @param left in milliseconds. */
  limitTime(left: () => number): void {
    const seconds = (): number => Math.ceil((left() + GRACE_MS) / 1_000)
    this.#isTimeLimited = this.#client.limitStatements?.(seconds) ?? false
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
    if (parameters.length > 0)
      return countOf(await this.#run(sql, (statement) => bind(statement.parameterMetadata, parameters)))
    if (SESSION_STATE.test(sql)) this.#hasOwnState = true
    return countOf(await this.#calls.direct(sql))
  }

  /** Runs a statement for each row of parameters. @returns number of rows changed, of all of them. */
  async executeRows(sql: string, rows: RowBatch): Promise<number> {
    return (await this.executeEach(sql, rows)).reduce((sum, count) => sum + Math.max(count, 0), 0)
  }

  /** The same, of each. */
  async executeEach(sql: string, rows: RowBatch): Promise<readonly number[]> {
    const result = await this.#run(sql, (statement) => rows.map((row) => bind(statement.parameterMetadata, row)))
    return Array.isArray(result) ? result : [countOf(result)]
  }

  async *stream(
    sql: string,
    parameters: readonly Value[],
    onColumns: (names: string[]) => void = () => undefined,
  ): AsyncGenerator<RowBatch> {
    const statement = await this.#calls.prepare(sql)
    try {
      const result = await this.#calls.run(statement, bind(statement.parameterMetadata, parameters))
      if (typeof result !== 'object' || Array.isArray(result)) return
      onColumns(result.metadata.map((column) => column.columnDisplayName))
      yield* readBatches(result, (start) => this.#calls.call(start))
    } finally {
      statement.drop(() => undefined)
    }
  }

  /**
   * Runs a statement that the server itself, once it has prepared it, takes for a query. Large values are not read.
   *
   * @throws AdminError `INSUFFICIENT_PRIVILEGE` for all others, which are not run.
   */
  async *select(sql: string, onColumns: (columns: ResultSet['metadata']) => void): AsyncGenerator<RowBatch> {
    const statement = await this.#calls.prepare(sql)
    try {
      if (statement.functionCode !== QUERY)
        throw new AdminError(
          'INSUFFICIENT_PRIVILEGE',
          'A statement may only read tables: SAP HANA says that it is no query',
        )
      const result = await this.#calls.run(statement, [])
      if (typeof result !== 'object' || Array.isArray(result)) return
      onColumns(result.metadata)
      yield* readBatches(result, (start) => this.#calls.call(start), false)
    } finally {
      statement.drop(() => undefined)
    }
  }

  commit(): Promise<void> {
    this.#isUsed = true
    return this.#calls.finish('commit')
  }

  rollback(): Promise<void> {
    this.#isUsed = true
    return this.#calls.finish('rollback')
  }

  /** Takes it out of use before its end. */
  retire(): void {
    this.#isOpen = false
  }

  /** Closes the socket at once: the server rolls back, and sooner or later ends what it does for this connection. */
  destroy(): void {
    this.#isOpen = false
    this.#client.destroy()
    this.#calls.end(undefined)
  }

  close(): void {
    if (this.#isOpen) this.#client.end()
    this.#isOpen = false
  }

  async #run(sql: string, parametersOf: (statement: Statement) => unknown[]): Promise<StatementResult> {
    const statement = await this.#calls.prepare(sql)
    try {
      return await this.#calls.run(statement, parametersOf(statement))
    } finally {
      statement.drop(() => undefined)
    }
  }
}
