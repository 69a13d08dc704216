/** A database that benchmarks run on, with the tool that its users compare with. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../odata-server.ts'

/** A database with the table `bench` of many rows and the empty table `bench_copy`. */
export interface Engine {
  readonly name: string
  /** For the server. */
  readonly profile: string
  readonly env: Record<string, string>
  /** The tool's command; undefined where it is not installed. */
  readonly tool: string | undefined
  /** Runs SQL. */
  run(sql: string): void
  /** Deletes all rows of a table, and what is left of them, so that no turn pays for the one before. */
  empty(table: string): void
  /** Has the tool write the table to a file, as the API does, and read such a file. */
  toolExport(file: string): void
  toolImport(file: string): void
  /** How the table is taken elsewhere with its structure; undefined where nothing that could is installed. */
  readonly dump: { readonly tool: string; write(file: string): void; read(file: string): void } | undefined
  stop(): Promise<void>
}

export const COLUMNS = 'id, title, number, price, changed, note'

export const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).status === 0

/** Deploys the saga, so that OData has something to read. */
export const deploy = (profile: string, env: Record<string, string>): void => {
  const cds = join(ROOT, 'node_modules/@sap/cds-dk/bin/cds.js')
  const { status, stderr } = spawnSync(process.execPath, [cds, 'deploy', '--profile', profile], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`cds deploy failed: ${stderr}`)
}
