/** Databases with the data that ships. */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { askHost } from './host.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Does what `cds deploy` does. @param profile such as `pg`. @param settings environment variables. */
export async function deploy(profile: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const cache = `--import=${join(ROOT, 'test/support/compile-cache.ts')}`
  const command = join(ROOT, 'node_modules/@sap/cds/bin/deploy.js')
  const env = { PATH: process.env['PATH'], CDS_ENV: profile, CDS_TYPESCRIPT: 'true', ...settings }
  await promisify(execFile)(process.execPath, [cache, command], { cwd: ROOT, env })
}

/** Deploys to a new SQLite file, below the folder for temporary ones. @returns its path. */
export async function deploySqliteFile(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'saga-deployed-')), 'saga.sqlite')
  await deploy('sqlite', { CDS_REQUIRES_DB_CREDENTIALS_URL: file })
  return file
}

/** Makes a SQLite file with the data that ships: a copy of the one that jest keeps. */
export async function copyDeployedSqlite(file: string): Promise<void> {
  copyFileSync((await askHost('sqlite')) as string, file)
}
