/** A server of the platform's rooms around a model with every type of CDS, which knows nothing of films. */
import { join } from 'node:path'
import process from 'node:process'
import { startPostgres } from './postgres.ts'
import { type Database, SERVE } from './server-on.ts'
import { ROOT, runCommand, type ServerProcess, startServer } from './server-process.ts'

const cwd = join(ROOT, 'test/support/all-types')

const SQLITE = { kind: 'sqlite', impl: join(ROOT, 'srv/platform/sqlite/sqlite-service.ts') }

const onDatabase = (db: object): Record<string, string> => ({ CDS_CONFIG: JSON.stringify({ requires: { db } }) })

/** Starts it, with tables that are empty. */
export const startAllTypes = async (database: Database): Promise<ServerProcess> => {
  if (database === 'sqlite')
    return startServer(SERVE, { cwd, env: onDatabase({ ...SQLITE, credentials: { url: ':memory:' } }) })
  const postgres = await startPostgres()
  const impl = join(ROOT, 'srv/platform/postgres/postgres-service.ts')
  const env = onDatabase({ kind: 'postgres', dialect: 'postgres', impl, credentials: postgres.credentials })
  try {
    runCommand(`${process.execPath} ${ROOT}/node_modules/@sap/cds/bin/deploy.js`, { cwd, env })
    const server = await startServer(SERVE, { cwd, env })
    return { ...server, stop: () => server.stop().finally(() => postgres.stop()) }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
