import type { Readable } from 'node:stream'
import type { Value } from '../../core/values.ts'
import type { RowBatch } from '../session.ts'
import type { Client, ClientOptions, Driver, Lob, ResultSet, Statement, StatementResult } from './driver.ts'
import { hanaError } from './errors.ts'

/** What is needed to connect: as `cds.requires.db.credentials` has it. */
export interface HanaCredentials {
  readonly host: string
  readonly port: number | string
  readonly user: string
  readonly password: string
  readonly schema?: string
  readonly encrypt?: boolean | string
  readonly certificate?: string
}

const BATCH_ROWS = 1_000

/** One connection to SAP HANA through `hdb`. Not exercised on a live system. */
export class HanaConnection {
  readonly #client: Client
  #isOpen = true

  private constructor(client: Client, onEnd: (connection: HanaConnection) => void) {
    this.#client = client
    const end = (): void => {
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
    onEnd: (connection: HanaConnection) => void,
  ): Promise<HanaConnection> {
    const client = driver.createClient(clientOptions(credentials))
    const connection = new HanaConnection(client, onEnd)
    try {
      await call<unknown>((done) => {
        client.connect((error) => {
          done(error ?? null, undefined)
        })
      })
      client.setAutoCommit(false)
      if (credentials.schema !== undefined)
        await connection.execute(`SET SCHEMA "${credentials.schema.replaceAll('"', '""')}"`, [])
      return connection
    } catch (error) {
      connection.destroy()
      throw hanaError(error)
    }
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** All rows of a small result, and its column names. */
  async query(sql: string, parameters: readonly Value[]): Promise<{ columns: string[]; rows: Value[][] }> {
    let columns: string[] = []
    const rows: Value[][] = []
    for await (const batch of this.stream(sql, parameters, (names) => (columns = names)))
      rows.push(...batch.map((row) => [...row]))
    return { columns, rows }
  }

  /** @returns number of rows changed; with several rows of parameters, of all of them. */
  async execute(sql: string, parameters: readonly unknown[]): Promise<number> {
    const statement = await this.#prepare(sql)
    try {
      const result = await this.#run(statement, parameters)
      if (Array.isArray(result)) return result.reduce((sum, count) => sum + Math.max(count, 0), 0)
      return typeof result === 'number' ? result : 0
    } finally {
      statement.drop(() => undefined)
    }
  }

  async *stream(
    sql: string,
    parameters: readonly Value[],
    onColumns: (names: string[]) => void = () => undefined,
  ): AsyncGenerator<RowBatch> {
    const statement = await this.#prepare(sql)
    try {
      const result = await this.#run(statement, parameters.map(toHana))
      if (typeof result !== 'object' || Array.isArray(result)) return
      onColumns(result.metadata.map((column) => column.columnDisplayName))
      yield* this.#batches(result)
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

  /** Closes the socket at once: the server rolls back, and ends what it does for this connection. */
  destroy(): void {
    this.#isOpen = false
    this.#client.destroy()
  }

  close(): void {
    if (this.#isOpen) this.#client.end()
    this.#isOpen = false
  }

  async *#batches(result: ResultSet): AsyncGenerator<RowBatch> {
    result.setFetchSize(BATCH_ROWS)
    const stream: Readable = result.createArrayStream(BATCH_ROWS)
    try {
      for await (const rows of stream as AsyncIterable<unknown[][]>)
        yield await Promise.all(rows.map((row) => Promise.all(row.map(fromHana))))
    } catch (error) {
      throw hanaError(error)
    } finally {
      await call<unknown>((done) => {
        result.close((error) => {
          done(error ?? null, undefined)
        })
      }).catch(() => undefined) // ended by its error already
    }
  }

  #prepare(sql: string): Promise<Statement> {
    return call((done) => {
      this.#client.prepare(sql, done)
    })
  }

  #run(statement: Statement, parameters: readonly unknown[]): Promise<StatementResult> {
    return call((done) => {
      statement.execute(parameters, { rowsAsArray: true }, done)
    })
  }

  #end(how: 'commit' | 'rollback'): Promise<void> {
    return call<undefined>((done) => {
      this.#client[how]((error) => {
        done(error ?? null, undefined)
      })
    })
  }
}

const call = <Result>(start: (done: (error: Error | null, result: Result) => void) => void): Promise<Result> =>
  new Promise<Result>((resolve, reject) => {
    start((error, result) => {
      if (error) reject(hanaError(error))
      else resolve(result)
    })
  })

const clientOptions = (credentials: HanaCredentials): ClientOptions => {
  const { host, port, user, password, encrypt, certificate } = credentials
  const isEncrypted = encrypt === true || encrypt === 'true'
  return {
    ...{ host, port: Number(port), user, password },
    ...(isEncrypted && { useTLS: true }),
    ...(certificate !== undefined && { ca: certificate }),
  }
}

/** A value as the driver sends it. */
export const toHana = (value: Value): unknown =>
  typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? Buffer.from(value) : value

const isLob = (value: unknown): value is Lob =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Lob>).read === 'function'

const fromHana = async (value: unknown): Promise<Value> => {
  if (isLob(value))
    return fromHana(
      await call<Buffer | string>((done) => {
        value.read(done)
      }),
    )
  return Buffer.isBuffer(value) ? Uint8Array.from(value) : (value as Value)
}
