/** The server in a process of its own, on each database that a laptop has. */
import { join } from 'node:path'
import process from 'node:process'
import { startDeployedPostgres } from './postgres.ts'
import { ROOT, type ServerProcess, startServer } from './server-process.ts'

export const DATABASES = ['sqlite', 'postgres'] as const
export type Database = (typeof DATABASES)[number]

/** Node and CAP themselves: signals reach the server, and its exit code reaches the test. What CAP has compiled once is kept. */
export const SERVE = [
  process.execPath,
  `--import=${join(ROOT, 'test/support/compile-cache.ts')}`,
  join(ROOT, 'node_modules/@sap/cds/bin/serve.js'),
].join(' ')

/** Starts the server with the data that ships, in memory or on a PostgreSQL, which `stop` gives back. */
export async function startServerOn(database: Database, env: Record<string, string> = {}): Promise<ServerProcess> {
  if (database === 'sqlite') return startServer(SERVE, { env })
  const postgres = await startDeployedPostgres()
  const { port, password } = postgres.credentials
  const credentials = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
  try {
    const server = await startServer(`${SERVE} --profile pg`, { env: { ...credentials, ...env } })
    return { ...server, stop: () => server.stop().finally(() => postgres.stop()) }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
