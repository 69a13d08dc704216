import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '../../srv/admin/database/postgres/driver.ts'
import { copyDeployedSqlite } from './deploy.ts'
import { startDeployedPostgres } from './postgres.ts'
import { SERVE } from './server-on.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Two servers on one database, and somebody who writes to it past them. */
export interface ServerPair {
  readonly servers: readonly [ServerProcess, ServerProcess]
  /** Runs SQL in a transaction of its own. */
  execute(sql: string): Promise<void>
  /** Runs SQL in a transaction that stays open meanwhile, and is rolled back. */
  holding<T>(sql: string, work: () => Promise<T>): Promise<T>
  /** Between the second server and a database that is reached over a network. */
  readonly cable?: TcpProxy
  stop(): Promise<void>
}

export const SERVER_PAIRS: Readonly<Record<string, () => Promise<ServerPair>>> = {
  'a SQLite file': async () => {
    const folder = mkdtempSync(join(tmpdir(), 'saga-pair-'))
    const file = join(folder, 'saga.sqlite')
    const env = { CDS_REQUIRES_DB_CREDENTIALS_URL: file }
    await copyDeployedSqlite(file)
    const command = `${SERVE} --profile sqlite`
    const first = await startServer(command, { env })
    // A server takes the file for itself; without its lock, a second one finds out what another process writes.
    rmSync(`${file}.lock`)
    const servers = [first, await startServer(command, { env })] as const
    const stranger = new DatabaseSync(file, { timeout: 5_000 })
    return {
      servers,
      execute: async (sql) => {
        stranger.exec(sql)
      },
      holding: async (sql, work) => {
        stranger.exec(`BEGIN; ${sql}`)
        return work().finally(() => {
          stranger.exec('ROLLBACK')
        })
      },
      stop: async () => {
        stranger.close()
        await Promise.all(servers.map((server) => server.stop()))
        rmSync(folder, { recursive: true })
      },
    }
  },
  PostgreSQL: async () => {
    const postgres = await startDeployedPostgres()
    const { port, password } = postgres.credentials
    const cable = await startTcpProxy(port)
    const env = (at: number): Record<string, string> => ({
      CDS_REQUIRES_DB_CREDENTIALS_PORT: String(at),
      CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password,
    })
    const command = `${SERVE} --profile pg`
    const servers = await Promise.all([
      startServer(command, { env: env(port) }),
      startServer(command, { env: env(cable.port) }),
    ])
    const stranger = createClient(postgres.credentials)
    await stranger.connect()
    return {
      servers,
      execute: async (sql) => {
        await stranger.query(sql)
        await stranger.query('RESET session_replication_role')
      },
      holding: async (sql, work) => {
        await stranger.query(`BEGIN; ${sql}`)
        return work().finally(() => stranger.query('ROLLBACK'))
      },
      cable,
      stop: async () => {
        await stranger.end()
        await Promise.all(servers.map((server) => server.stop()))
        await cable.stop()
        await postgres.stop()
      },
    }
  },
}
