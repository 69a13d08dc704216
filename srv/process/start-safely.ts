import cluster from 'node:cluster'
import cds from '@sap/cds'
import { findStartProblems } from '../identity/index.ts'
import type { AuthConfiguration } from '../identity/index.ts'
import { isInMemory } from './database.ts'
import type { DatabaseConfiguration } from './database.ts'
import { environment } from './settings.ts'
import { superviseWorkers } from './workers.ts'

interface Environment {
  readonly profiles: readonly string[]
  readonly requires: {
    readonly auth?: AuthConfiguration | false
    readonly db?: DatabaseConfiguration
  }
}

const databaseProblems = (db: DatabaseConfiguration | undefined, isProduction: boolean, workers: unknown): string[] => {
  if (!isInMemory(db)) return []
  const isLost = isProduction && environment('ALLOW_EPHEMERAL') !== '1'
  return [
    ...(workers !== undefined ? ['each of several workers would have an in-memory database of its own'] : []),
    ...(isLost ? ['an in-memory database loses all data at the end; ALLOW_EPHEMERAL=1 accepts that'] : []),
  ]
}

/** @throws Error that names all that makes a start unsafe. */
const assertSafeStart = async (workers: unknown): Promise<void> => {
  const { profiles, requires } = cds.env as unknown as Environment
  const isProduction = profiles.includes('production')
  const problems = [
    ...(await findStartProblems({ isProduction, host: environment('HOST'), auth: requires.auth })),
    ...databaseProblems(requires.db, isProduction, workers),
  ]
  if (problems.length > 0)
    throw new Error(`This start is not safe:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
}

/** CAP's server, but refused where it would be unsafe, before anything is opened. */
export const startSafely = async (options: { workers?: unknown } = {}): Promise<unknown> => {
  const workers = options.workers ?? environment('WORKERS') ?? environment('CDS_WORKERS')
  await assertSafeStart(workers)
  if (workers !== undefined && cluster.isPrimary) superviseWorkers()
  // CAP would serve all of `app/`, models and sources of pages included: srv/pages serves what is for browsers.
  return (cds.server as (options: object) => Promise<unknown>)({ ...options, static: false })
}
