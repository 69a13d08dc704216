import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Value } from '../../srv/admin/core/values.ts'
import { openPostgres } from '../../srv/admin/database/postgres/database.ts'
import type { Database, RowBatch, WorkOptions } from '../../srv/admin/database/session.ts'
import { openSqliteFile, openSqliteMemory } from '../../srv/admin/database/sqlite/database.ts'
import type { MemoryConnection } from '../../srv/admin/database/sqlite/memory-snapshots.ts'
import type { Dialect } from '../../srv/admin/dialects/dialect.ts'
import type { CatalogQuery } from '../../srv/admin/dialects/rows.ts'
import { postgresDialect } from '../../srv/admin/dialects/postgres/dialect.ts'
import { sqliteDialect } from '../../srv/admin/dialects/sqlite/dialect.ts'
import { isLong } from './long.ts'
import { type Postgres, startPostgres } from './postgres.ts'

/** A real engine with an empty database. */
export interface TestEngine {
  readonly name: string
  readonly dialect: Dialect
  readonly database: Database
  /** Schema that is current. */
  readonly schema: string
  /** Runs statements without enforcing foreign keys; only of SQLite. */
  readonly unchecked?: (sql: string) => void
  /** Only of PostgreSQL. */
  readonly server?: Postgres
  /** Only of SQLite in a file: where the files of further schemas are. */
  readonly schemas?: string
  end(): Promise<void>
}

export const ENGINES: Readonly<Record<string, () => Promise<TestEngine>>> = {
  'SQLite file': () => {
    const directory = mkdtempSync(join(tmpdir(), 'saga-sqlite-'))
    const file = join(directory, 'main.sqlite')
    const main = new DatabaseSync(file)
    main.exec('PRAGMA journal_mode = WAL')
    main.close()
    const schemas = join(directory, 'schemas')
    const database = openSqliteFile({ file, schemas, lockTimeoutMs: 500 })
    return Promise.resolve({
      name: 'SQLite file',
      dialect: sqliteDialect,
      database,
      schema: 'main',
      unchecked: (sql) => {
        const unchecked = new DatabaseSync(file, { enableForeignKeyConstraints: false })
        unchecked.exec(sql)
        unchecked.close()
      },
      schemas,
      end: async () => {
        await database.close()
        rmSync(directory, { recursive: true, force: true })
      },
    })
  },
  'SQLite in memory': () => {
    const connection = new DatabaseSync(':memory:')
    const database = openSqliteMemory(lend(connection))
    return Promise.resolve({
      name: 'SQLite in memory',
      dialect: sqliteDialect,
      database,
      schema: 'main',
      unchecked: (sql) => {
        connection.exec(`PRAGMA foreign_keys = OFF; ${sql}; PRAGMA foreign_keys = ON`)
      },
      end: async () => {
        await database.close()
        connection.close()
      },
    })
  },
  PostgreSQL: async () => {
    const server = await startPostgres()
    const database = openPostgres(server.credentials, { lockTimeoutMs: 500 })
    return {
      name: 'PostgreSQL',
      dialect: postgresDialect,
      database,
      schema: 'public',
      server,
      end: async () => {
        await database.close()
        await server.stop()
      },
    }
  },
}

/**
 * Names of the engines for operations that read: reading SQLite in memory is reading a copy of it in a file, so that quick tests
 * leave it to the long form, which a file has that uses this.
 */
export const READING_ENGINES = Object.keys(ENGINES).filter((name) => isLong || name !== 'SQLite in memory')

/**
 * Names of the engines for what depends on the dialect, not on the connection: quick tests have SQLite in a file and PostgreSQL,
 * the long form of a file that uses this has SQLite in memory alone.
 */
export const DIALECT_ENGINES = Object.keys(ENGINES).filter((name) => isLong === (name === 'SQLite in memory'))

/** Lends one connection to one user at a time, as CAP's pool does. */
export const lend = (connection: DatabaseSync): MemoryConnection => {
  let turn: Promise<unknown> = Promise.resolve()
  return {
    borrow: (_signal, work) => {
      const result = turn.then(() => work(connection))
      turn = result.catch(() => undefined)
      return result
    },
  }
}

/** Starts an engine before the tests of a `describe` and ends it after them. */
export const useEngine = (name: string): (() => TestEngine) => {
  let engine: TestEngine | undefined
  beforeAll(async () => {
    engine = await ENGINES[name]?.()
  }, 60_000)
  afterAll(() => engine?.end())
  return () => {
    if (!engine) throw new Error(`${name} has not been started`)
    return engine
  }
}

/** Bounds that a test does not meet. */
export const unhurried = (signal: AbortSignal = new AbortController().signal): WorkOptions => ({
  signal,
  timeoutMs: 120_000,
})

export const execute = (database: Database, ...statements: readonly string[]): Promise<void> =>
  database.write(unhurried(), async (session) => {
    for (const sql of statements) await session.execute({ sql, parameters: [] })
  })

export const query = (database: Database, sql: string, parameters: readonly Value[] = []) =>
  database.read(unhurried(), (session) => session.query({ sql, parameters }))

/** Asks the catalog as operations do. */
export const ask = async <Input, Item>(
  { database }: TestEngine,
  question: CatalogQuery<Input, Item>,
  input: Input,
): Promise<Item[]> => {
  const { sql, parameters } = question.statement(input)
  return (await query(database, sql, parameters)).map((row) => question.item(row))
}

export async function* batches(...given: readonly RowBatch[]): AsyncGenerator<RowBatch> {
  for (const batch of given) yield await Promise.resolve(batch)
}
