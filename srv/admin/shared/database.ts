import type { PostgresCredentials } from '../database/postgres/connection.ts'
import { LostConnection, isAbsent, isLost, type Client, createPool, type Pool, type Row } from './pool.ts'

/** Runs one statement with its values as `$1`, `$2`… */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>

export interface SharedSettings {
  readonly credentials: PostgresCredentials
  /** Where the tables are. */
  readonly schema: string
}

interface TableOptions {
  readonly isUnlogged?: boolean
  readonly added?: readonly string[]
}

/** The administration API takes schemas of this name, or ending with it, for the engine's own. */
const SCHEMA = 'server_state'

/** Each schema of an application has one of its own beside it, so that two applications can use one database. */
export const schemaBeside = ({ schema }: PostgresCredentials): string => (schema ? `${schema}_${SCHEMA}` : SCHEMA)

/** After a failure nobody waits for a connection that will fail as well. */
const PAUSE_MS = 1_000
/** Keeps those apart who make the tables at the same moment; any number that nobody else uses. */
const LOCK = 5_343_041

/** `$1` name. */
const FIND_TABLE = `SELECT to_regclass($1) AS found,
  ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped) AS columns`

/** @param added each with its type. @param present names of those that are there. */
const addColumns = async (query: Query, table: string, added: readonly string[], present: readonly string[]) => {
  for (const column of added)
    if (!present.includes(column.split(' ', 1).join())) await query(`ALTER TABLE ${table} ADD COLUMN ${column}`)
}

/**
 * Tables in a schema of their own, in the application's PostgreSQL: for what all server processes know together. They
 * are made when they are first needed.
 */
export class SharedDatabase {
  /** Its name as statements need it. */
  readonly schema: string
  readonly #pool: Pool
  readonly #tables = new Map<string, { readonly create: string; readonly added: readonly string[] }>()
  readonly #closing: (() => Promise<void>)[] = []
  #made: Promise<void> | undefined
  #failure: { readonly error: unknown; readonly untilMs: number } | undefined

  constructor({ credentials, schema }: SharedSettings) {
    this.schema = `"${schema.replaceAll('"', '""')}"`
    this.#pool = createPool(credentials)
  }

  /**
   * Declares a table, to be made before the next statement.
   *
   * @param options.added columns after the others, which a table of an earlier version lacks and is given.
   * @returns its name as statements need it.
   */
  table(name: string, columns: string, options: TableOptions = {}): string {
    const { isUnlogged = false, added = [] } = options
    const qualified = `${this.schema}.${name}`
    const create = `CREATE ${isUnlogged ? 'UNLOGGED ' : ''}TABLE ${qualified} (${[columns, ...added].join(', ')})`
    this.#tables.set(qualified, { create, added })
    this.#made = undefined
    return qualified
  }

  /**
   * Runs a statement by itself. It is tried once more when its connection turns out to be lost, or its table.
   *
   * @throws whatever the driver says.
   */
  async query(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const statement = { text: sql, values }
    return this.#watch(async () => {
      await this.#prepare()
      try {
        return await this.#run(await this.#pool.connect(), statement)
      } catch (error) {
        if (isAbsent(error)) this.#made = undefined
        else if (!(error instanceof LostConnection)) throw error
        await this.#prepare()
        return await this.#run(await this.#pool.connect(), statement)
      }
    })
  }

  /**
   * Runs statements one after the other as one.
   *
   * @param work throws only what its statements throw.
   * @throws whatever the driver says; nothing has changed then.
   */
  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#watch(async () => {
      await this.#prepare()
      return this.#transact(work)
    })
  }

  /** Finds out at the start whether the tables are there or can be made. @throws whatever the driver says. */
  async prepare(): Promise<void> {
    await this.#watch(() => this.#prepare())
  }

  /** To be run at the end, while statements can still be run. */
  beforeClose(work: () => Promise<void>): void {
    this.#closing.push(work)
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#closing.map((work) => work()))
    await this.#pool.end()
  }

  async #watch<T>(work: () => Promise<T>): Promise<T> {
    if (this.#failure && performance.now() < this.#failure.untilMs) throw this.#failure.error
    try {
      return await work()
    } catch (caught) {
      const error = caught instanceof LostConnection ? caught.cause : caught
      if (isLost(error)) this.#failure = { error, untilMs: performance.now() + PAUSE_MS }
      throw error
    }
  }

  /** @throws LostConnection when the connection did not last. */
  async #run(client: Client, statement: object): Promise<Row[]> {
    try {
      const { rows } = await client.query(statement)
      client.release()
      return rows
    } catch (cause) {
      const wasLost = isLost(cause)
      client.release(wasLost ? cause : undefined)
      throw wasLost ? new LostConnection('The connection was lost', { cause }) : cause
    }
  }

  #prepare(): Promise<void> {
    this.#made ??= this.#make().catch((error: unknown) => {
      this.#made = undefined
      throw error
    })
    return this.#made
  }

  /** What is there is not asked for: that needs a privilege, even if it is there. */
  async #make(): Promise<void> {
    await this.#transact(async (query) => {
      await query('SELECT pg_advisory_xact_lock($1)', [LOCK])
      const [schema] = await query('SELECT to_regnamespace($1) AS found', [this.schema])
      if (schema?.['found'] === null) await query(`CREATE SCHEMA ${this.schema}`)
      for (const [name, { create, added }] of this.#tables) {
        const [table] = await query(FIND_TABLE, [name])
        if (table?.['found'] === null) await query(create)
        else await addColumns(query, name, added, table?.['columns'] as readonly string[])
      }
    })
  }

  async #transact<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    const query: Query = async (text, values = []) => (await client.query({ text, values })).rows
    try {
      await query('BEGIN')
      const result = await work(query)
      await query('COMMIT')
      client.release()
      return result
    } catch (error) {
      const isOver = await query('ROLLBACK').then(
        () => true,
        () => false,
      )
      // The end of the connection is the end of the transaction, whatever state it is in.
      client.release(isOver ? undefined : error)
      throw error
    }
  }
}
