/** A server of the platform's rooms around a model with every type of CDS, which knows nothing of films. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startPostgres } from './postgres.ts'
import { type Database, SERVE } from './server-on.ts'
import { ROOT, runCommand, type ServerProcess, startServer } from './server-process.ts'

const cwd = join(ROOT, 'test/support/all-types')

const SQLITE = { kind: 'sqlite', impl: join(ROOT, 'srv/platform/sqlite/sqlite-service.ts') }

/** With the administration, whose files are in a folder of their own. */
const settings = (db: object, folder: string, more = {}): Record<string, string> => ({
  CDS_CONFIG: JSON.stringify({ requires: { db, dba: { files: folder, schemas: folder }, ...more } }),
})

const start = async (database: Database, folder: string): Promise<ServerProcess> => {
  if (database === 'sqlite') {
    const env = settings({ ...SQLITE, credentials: { url: ':memory:' } }, folder, { vectors: { model: 'vectors' } })
    return startServer(SERVE, { cwd, env })
  }
  const postgres = await startPostgres()
  const impl = join(ROOT, 'srv/platform/postgres/postgres-service.ts')
  const env = settings({ kind: 'postgres', dialect: 'postgres', impl, credentials: postgres.credentials }, folder)
  try {
    runCommand(`${process.execPath} ${ROOT}/node_modules/@sap/cds/bin/deploy.js`, { cwd, env })
    const server = await startServer(SERVE, { cwd, env })
    return { ...server, stop: () => server.stop().finally(() => postgres.stop()) }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** Starts it, with tables that are empty. */
export const startAllTypes = async (database: Database): Promise<ServerProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'all-types-'))
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const server = await start(database, folder)
    return { ...server, stop: () => server.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
