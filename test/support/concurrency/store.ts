/** Servers and their database, whose tables the test fills and reads past them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hashPassword } from '../../../srv/platform/identity/password-login.ts'
import { copyDeployedSqlite } from '../deploy.ts'
import { connectPostgres } from '../postgres-client.ts'
import { startDeployedPostgres } from '../postgres.ts'
import { SERVE } from '../server-on.ts'
import { type ServerProcess, startServer } from '../server-process.ts'

export type Row = Readonly<Record<string, unknown>>

export interface Store {
  readonly servers: readonly ServerProcess[]
  /** All tables, as the database spells them. */
  tables(): Promise<string[]>
  /** The rows of those tables that have any. */
  read(isWanted: (table: string) => boolean): Promise<(readonly [table: string, rows: readonly Row[]])[]>
  /** In one transaction. */
  insert(rows: readonly (readonly [table: string, rows: readonly Row[]])[]): Promise<void>
  execute(sql: string): Promise<void>
  stop(): Promise<void>
}

const quoted = (name: string): string => `"${name}"`

const settings = async (files: string, fileStore: 'directory' | 'database'): Promise<string> => {
  const users = { bob: { roles: ['editor'], development: true, hash: await hashPassword('bob') } }
  return JSON.stringify({
    requires: { auth: { users } },
    admin: { files, fileStore, rateLimit: { requests: 1_000_000 } },
  })
}

/** A file, which is for one server. */
const openSqlite = async (): Promise<Store> => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-concurrency-'))
  const file = join(folder, 'saga.sqlite')
  await copyDeployedSqlite(file)
  const env = { CDS_REQUIRES_DB_CREDENTIALS_URL: file, CDS_CONFIG: await settings(join(folder, 'files'), 'directory') }
  const server = await startServer(`${SERVE} --profile sqlite`, { env })
  const database = new DatabaseSync(file, { timeout: 5_000 })
  const all = (sql: string): Row[] => database.prepare(sql).all()
  const tables = (): string[] =>
    all(`SELECT name FROM sqlite_master WHERE type = 'table'`).map(({ name }) => String(name))
  return {
    servers: [server],
    tables: async () => tables(),
    read: async (isWanted) =>
      tables()
        .filter(isWanted)
        .map((table) => [table, all(`SELECT * FROM ${quoted(table)}`)] as const)
        .filter(([, rows]) => rows.length),
    insert: async (tables) => {
      database.exec('BEGIN IMMEDIATE')
      for (const [table, rows] of tables) {
        const columns = Object.keys(rows[0] ?? {})
        const values = columns.map((name) => `:${name}`).join()
        const insert = database.prepare(
          `INSERT INTO ${quoted(table)} (${columns.map(quoted).join()}) VALUES (${values})`,
        )
        for (const row of rows) insert.run(row as Record<string, string | number | null>)
      }
      database.exec('COMMIT')
    },
    execute: async (sql) => {
      database.exec(sql)
    },
    stop: async () => {
      database.close()
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Two servers on one database. */
const openPostgres = async (): Promise<Store> => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-concurrency-'))
  const postgres = await startDeployedPostgres()
  const { port, password } = postgres.credentials
  const env = {
    CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
    CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password,
    CDS_CONFIG: await settings(join(folder, 'files'), 'database'),
  }
  const servers = await Promise.all([1, 2].map(() => startServer(`${SERVE} --profile pg`, { env })))
  const client = await connectPostgres(postgres.credentials)
  const tables = async (): Promise<string[]> => {
    const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = current_schema()`)
    return rows.map(({ tablename }) => String(tablename))
  }
  return {
    servers,
    tables,
    read: async (isWanted) => {
      const parts = (await tables()).filter(isWanted).map((table) => {
        const rows = `(SELECT json_agg(t) FROM ${quoted(table)} AS t)`
        return `SELECT '${table}' AS name, ${rows} AS rows`
      })
      const { rows } = await client.query(parts.join(' UNION ALL '))
      return rows.flatMap(({ name, rows: found }) => (found ? [[String(name), found as Row[]] as const] : []))
    },
    insert: async (tables) => {
      await client.query('BEGIN')
      for (const [table, rows] of tables) {
        const from = `json_populate_recordset(null::${quoted(table)}, $1)`
        const text = `INSERT INTO ${quoted(table)} SELECT * FROM ${from}`
        await client.query({ text, values: [JSON.stringify(rows)] })
      }
      await client.query('COMMIT')
    },
    execute: async (sql) => {
      await client.query(sql)
    },
    stop: async () => {
      await client.end()
      await Promise.all(servers.map((server) => server.stop()))
      await postgres.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

export const STORES: Readonly<Record<string, () => Promise<Store>>> = {
  'a SQLite file': openSqlite,
  'two servers on PostgreSQL': openPostgres,
}
