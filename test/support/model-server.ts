/** Servers of the platform's rooms around models that know nothing of films, each in a folder beside this file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startPostgres } from './postgres.ts'
import { type Database, SERVE } from './server-on.ts'
import { ROOT, runCommand, type ServerProcess, startServer } from './server-process.ts'

const SQLITE = { kind: 'sqlite', impl: join(ROOT, 'srv/platform/sqlite/sqlite-service.ts') }

/** With the administration, whose files are in a folder of their own. */
const settings = (db: object, folder: string, more = {}): Record<string, string> => ({
  CDS_CONFIG: JSON.stringify({ requires: { db, dba: { files: folder, schemas: folder }, ...more } }),
})

const start = async (
  cwd: string,
  database: Database,
  folder: string,
  onSqlite: object,
  more: Record<string, string>,
): Promise<ServerProcess> => {
  if (database === 'sqlite') {
    const env = { ...settings({ ...SQLITE, credentials: { url: ':memory:' } }, folder, onSqlite), ...more }
    return startServer(SERVE, { cwd, env })
  }
  const postgres = await startPostgres()
  const impl = join(ROOT, 'srv/platform/postgres/postgres-service.ts')
  const db = { kind: 'postgres', dialect: 'postgres', impl, credentials: postgres.credentials }
  const env = { ...settings(db, folder), ...more }
  try {
    runCommand(`${process.execPath} ${ROOT}/node_modules/@sap/cds/bin/deploy.js`, { cwd, env })
    const server = await startServer(SERVE, { cwd, env })
    return { ...server, stop: () => server.stop().finally(() => postgres.stop()) }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/**
 * Starts it, with the tables as its folder fills them.
 *
 * @param onSqlite what it requires there besides
 * @param env variables besides
 */
export const startModel = async (
  model: string,
  database: Database,
  onSqlite = {},
  env: Record<string, string> = {},
): Promise<ServerProcess> => {
  const folder = mkdtempSync(join(tmpdir(), `${model}-`))
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const server = await start(join(ROOT, 'test/support', model), database, folder, onSqlite, env)
    return { ...server, stop: () => server.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
