import cluster from 'node:cluster'
import cds from '@sap/cds'
import { type AuthConfiguration, findStartProblems } from '../identity/index.ts'
import { type CheckedConfiguration, findConfigurationProblems } from './configuration-problems.ts'
import { type DatabaseConfiguration, databaseFile, isInMemory } from './database.ts'
import { findEnvironmentProblems, workersOf } from './environment-problems.ts'
import { prepareSharedState } from './prepare-shared-state.ts'
import { findPoolProblems } from './pool-settings.ts'
import { environment } from './settings.ts'
import { lockDatabaseFile } from './sqlite-lock.ts'
import { superviseWorkers } from './workers.ts'

interface Environment {
  readonly profiles: readonly string[]
  readonly server?: { readonly port?: unknown }
  readonly requires: {
    readonly auth?: AuthConfiguration | false
    readonly db?: DatabaseConfiguration
  }
}

const databaseProblems = (db: DatabaseConfiguration | undefined, isProduction: boolean, workers: unknown): string[] => {
  if (databaseFile(db) !== undefined && workers !== undefined)
    return ['a SQLite file is for one process; on PostgreSQL there can be several workers']
  if (!isInMemory(db)) return []
  const isLost = isProduction && environment('ALLOW_EPHEMERAL') !== '1'
  return [
    ...(workers !== undefined ? ['each of several workers would have an in-memory database of its own'] : []),
    ...(isLost ? ['an in-memory database loses all data at the end; ALLOW_EPHEMERAL=1 accepts that'] : []),
  ]
}

/** @throws Error that names all that makes a start impossible or unsafe. */
const assertSafeStart = async ({ port, workers }: StartOptions): Promise<void> => {
  const { profiles, server, requires } = cds.env as unknown as Environment
  const isProduction = profiles.includes('production')
  const host = environment('HOST')
  const problems = [
    ...(await findEnvironmentProblems({ port: port ?? environment('PORT') ?? server?.port, host, workers })),
    ...(await findStartProblems({ isProduction, host, auth: requires.auth })),
    ...databaseProblems(requires.db, isProduction, workers),
    ...findPoolProblems(requires.db?.pool),
    ...findConfigurationProblems(cds.env as CheckedConfiguration),
  ]
  if (problems.length > 0)
    throw new Error(`This start is not safe:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
}

/** @throws Error when this process cannot have the database as it needs it. */
const prepareDatabase = async (): Promise<void> => {
  const file = databaseFile((cds.env as unknown as Environment).requires.db)
  if (file !== undefined && !(await lockDatabaseFile(file)))
    throw new Error(`Another server process uses ${file}. A SQLite file is for one; PostgreSQL serves several.`)
  await prepareSharedState()
}

/** CAP's own, as far as this file looks at them; they go before the environment. */
interface StartOptions {
  readonly port?: unknown
  readonly workers?: unknown
}

/** CAP's server, but refused where it would be unsafe, before anything is opened. */
export const startSafely = async (options: StartOptions = {}): Promise<unknown> => {
  const workers = options.workers ?? environment('WORKERS') ?? environment('CDS_WORKERS')
  await assertSafeStart({ ...options, workers })
  const count = workersOf(workers)
  if (count !== undefined && cluster.isPrimary) superviseWorkers(count)
  else await prepareDatabase()
  // CAP would serve all of `app/`, models and sources of pages included: srv/pages serves what is for browsers.
  return (cds.server as (options: object) => Promise<unknown>)({ ...options, workers: count, static: false })
}
