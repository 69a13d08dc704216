import cluster from 'node:cluster'
import cds from '@sap/cds'
import { type AuthConfiguration, findStartProblems } from '../identity/index.ts'
import {
  type CheckedConfiguration,
  findConfigurationProblems,
  findEnvironmentProblems,
  workersOf,
  findListenProblems,
  findProfileProblems,
} from './start-problems.ts'
import { findDatabaseProblems } from './database-problems.ts'
import { type DatabaseConfiguration, databaseFile, isInMemory } from './database.ts'
import { NoDatabase, prepareSharedState } from './prepare-shared-state.ts'
import { LOOPBACK } from './http-server.ts'
import { environment } from './settings.ts'
import { lockDatabaseFile } from './sqlite-backup.ts'
import { superviseWorkers } from './workers.ts'

/** Settings of CAP's connection pools. @see https://github.com/coopernurse/node-pool#createpool */
const NUMBERS = {
  min: 0,
  max: 1,
  acquireTimeoutMillis: 1,
  destroyTimeoutMillis: 1,
  idleTimeoutMillis: 1,
  softIdleTimeoutMillis: -1,
  evictionRunIntervalMillis: 0,
  numTestsPerEvictionRun: 1,
  maxWaitingClients: 1,
  priorityRange: 1,
} as const
const SWITCHES = ['testOnBorrow', 'testOnReturn', 'autostart', 'fifo', 'builtin']

/** Node's timers run out at once beyond that. */
const LARGEST = 2 ** 31 - 1

/** Names what is wrong with `requires.db.pool`; CAP takes anything, and waits for ever or not at all. */
export const findPoolProblems = (pool: unknown): string[] => {
  if (pool !== undefined && (typeof pool !== 'object' || pool === null || Array.isArray(pool)))
    return ['Setting requires.db.pool must be an object']
  const settings: Readonly<Record<string, unknown>> = { ...pool }
  const problems = Object.entries(settings).flatMap(([name, value]) => {
    const setting = `Setting requires.db.pool.${name}`
    if (SWITCHES.includes(name)) return typeof value === 'boolean' ? [] : [`${setting} must be true or false`]
    if (!Object.hasOwn(NUMBERS, name)) return [`${setting} is not known`]
    const least = NUMBERS[name as keyof typeof NUMBERS]
    if (!Number.isSafeInteger(value) || Number(value) < least)
      return [`${setting} must be a whole number, ${least} or more`]
    return Number(value) > LARGEST ? [`${setting} is at most ${LARGEST}`] : []
  })
  const { min = 0, max } = settings
  if (problems.length === 0 && max !== undefined && Number(min) > Number(max))
    problems.push('Setting requires.db.pool.min is larger than requires.db.pool.max')
  return problems
}

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

/** Names what is wrong with the settings; empty where nothing is. */
const settingProblems = async ({ port, workers }: StartOptions): Promise<string[]> => {
  const { profiles, requires } = cds.env as unknown as Environment
  const isProduction = profiles.includes('production')
  const host = environment('HOST')
  return [
    ...findProfileProblems(environment('CDS_ENV')),
    ...(await findEnvironmentProblems({ port, host, workers })),
    ...(await findStartProblems({ isProduction, host, auth: requires.auth })),
    ...databaseProblems(requires.db, isProduction, workers),
    ...findPoolProblems(requires.db?.pool),
    ...findConfigurationProblems(cds.env as CheckedConfiguration),
  ]
}

/** Names what is wrong outside: with the port, and with the database; empty where nothing is. */
const surroundingProblems = async (port: unknown): Promise<string[]> => {
  const { profiles, requires } = cds.env as unknown as Environment
  const isProduction = profiles.includes('production')
  return [
    ...(await findListenProblems(Number(port), environment('HOST') ?? LOOPBACK)),
    ...(await findDatabaseProblems({ db: requires.db, isProduction, profiles: environment('CDS_ENV') })),
  ]
}

/** Ends the process; what is told is for the person who has typed the command, and no stack. */
const refuse = (problems: readonly string[]): never => {
  cds.log('process').error(`The server does not start: ${problems.join('; ')}`)
  process.exit(1)
}

/** CAP's own. */
const DEFAULT_PORT = 4004

/** @throws NoDatabase when this process cannot have the database as it needs it. */
const prepareDatabase = async (): Promise<void> => {
  const file = databaseFile((cds.env as unknown as Environment).requires.db)
  if (file !== undefined && !(await lockDatabaseFile(file)))
    throw new NoDatabase(`Another server process uses ${file}. A SQLite file is for one; PostgreSQL serves several.`)
  await prepareSharedState()
}

/** CAP's own, as far as this file looks at them; they go before the environment. */
interface StartOptions {
  readonly port?: unknown
  readonly workers?: unknown
}

/** Settings that cannot be used, wherever they are read; any other error is a fault, whose place matters. */
const isSetting = (error: unknown): error is Error => error instanceof Error && error.message.startsWith('Setting ')

/** CAP's server, but refused where it would be unsafe or could not work, before anything is opened. */
export const startSafely = async (options: StartOptions = {}): Promise<unknown> => {
  const workers = options.workers ?? environment('WORKERS') ?? environment('CDS_WORKERS')
  const { server } = cds.env as unknown as Environment
  const port = options.port ?? environment('PORT') ?? server?.port ?? DEFAULT_PORT
  const count = workersOf(workers)
  try {
    if (cluster.isPrimary) {
      let problems = await settingProblems({ port, workers })
      if (problems.length === 0) problems = await surroundingProblems(port)
      if (problems.length > 0) refuse(problems)
    }
    if (count !== undefined && cluster.isPrimary) superviseWorkers(count)
    else await prepareDatabase()
    // CAP would serve all of `app/`, models and sources of pages included: srv/pages serves what is for browsers.
    return await (cds.server as (options: object) => Promise<unknown>)({ ...options, workers: count, static: false })
  } catch (error) {
    if (error instanceof NoDatabase || isSetting(error)) return refuse([error.message])
    throw error
  }
}
