import cds from '@sap/cds'
import type { Express, RequestHandler } from 'express'
import { CatalogNames } from './catalog/names.ts'
import { hideTables } from './catalog/hide-tables.ts'
import type { AdminConfig } from './config.ts'
import { hiddenOf, withoutHidden } from './core/hidden.ts'
import { databaseDirectory, type Connected, type Engine, openEngine } from './engine.ts'
import type { Database } from './database/session.ts'
import { type Access, principalOf } from './host/principal.ts'
import { application } from './host/application/application.ts'
import { readCheckFiles } from './host/check-files.ts'
import { readRecorder } from './host/read-recorder.ts'
import { type OwnCheck, type OwnOperation, ownRoutes, withChecks } from './host/own-work.ts'
import { compileModel } from './host/model-statements/compile-model.ts'
import { createEndpoints } from './http/endpoints.ts'
import { OWN_ROUTES, type Route, ROUTES } from './http/routes.ts'
import { createRouter } from './http/router.ts'
import { type Meters, NO_METERS } from './meters.ts'
import { type Definition, readModel } from './model/read-model.ts'
import { SharedRateLimitStore } from './http/shared-rate-limit.ts'
import type { SharedState } from './shared/state.ts'
import { openSessions } from './sign-in/open-sessions.ts'
import { type Sessions, signedIn } from './sign-in/sessions.ts'
import { checkHistory, runSchedules } from './schedules/start-schedules.ts'
import { openState, type State } from './state.ts'

export { OUTCOMES } from './jobs/run-bounded.ts'
export type { AdminConfig } from './config.ts'
export type { Meters } from './meters.ts'
export type { SharedState } from './shared/state.ts'

/** The names of all operations. */
export const OPERATIONS: readonly string[] = [...new Set([...ROUTES, ...OWN_ROUTES].map(({ path }) => path.slice(1)))]

export interface AdminOptions {
  readonly config: AdminConfig
  /** How the application lets people in. */
  readonly access: Access
  /** What callers are asked for a password for. */
  readonly realm: string
  /** What the operations work on; the database that CAP is connected to, unless told otherwise. */
  readonly engine?: Engine
  /** Names of definitions in the model that are of CAP and its plugins, not of the application. */
  readonly ofPlugins?: ReadonlySet<string>
  readonly routes?: readonly Route[]
  /** Checks and operations of the application's own. */
  readonly checks?: readonly OwnCheck[]
  readonly operations?: readonly OwnOperation[]
  /** What several processes share; without it, each keeps its state for itself. */
  readonly shared?: SharedState | undefined
  /** Who is signed in by a page; those that others know of, too. */
  readonly sessions?: Sessions
  /** Told what the API does. */
  readonly meters?: Meters | undefined
  /** Called after every unit of work that may have changed the database, before anybody is told that it is done. */
  readonly onWritten?: (() => void) | undefined
}

/**
 * The administration API as one handler, to be mounted at the `path` of its settings when CAP's services are served. It
 * finds out by CAP's own middlewares who is calling.
 *
 * @throws Error for a database that it does not know.
 */
export const createAdminRouter = (options: AdminOptions): Express => {
  const { config, access, realm, shared, meters = NO_METERS, checks = [], operations = [] } = options
  const { routes: given = [...ROUTES, ...OWN_ROUTES] } = options
  const routes = [...given, ...ownRoutes(operations, given)]
  const connected = cds.db as unknown as Connected
  // An engine of the caller's is one database, and so is the directory then.
  const schemasDirectory = options.engine ? config.schemas : databaseDirectory(config.schemas, connected)
  const plain = options.engine ?? connectedEngine(connected, schemasDirectory, options.ofPlugins)
  const engine = announcing({ ...plain, dialect: withChecks(plain.dialect, checks) }, options.onWritten)
  meters.connections(() => engine.database.usage())
  const log = cds.log('admin')
  const auditLog = cds.log('audit')
  const sessions = options.sessions ?? openSessions(config, realm, shared)
  const { files, results, jobs, ...registers } = openState(config, schemasDirectory, shared)
  void files.removeAbandoned().catch((error: unknown) => log.warn('Unfinished uploads cannot be removed:', error))
  const expiry = setInterval(() => {
    results.removeExpired().catch((error: unknown) => log.warn('Expired results cannot be removed:', error))
  }, EXPIRY_CHECK_MS).unref()
  // An engine of the caller's is no database of the application.
  const services = {
    ...servicesOf(engine, config, registers),
    ...(!options.engine && { application, ...checkHistory(config) }),
  }
  const frame = { services, config, files, results, jobs, watch: meters.operation }
  const isLasting = !options.engine && access.callers !== 'owner'
  const endSchedules = isLasting ? runSchedules(frame, realm) : undefined
  // eslint-disable-next-line @typescript-eslint/no-misused-promises -- CAP waits for it
  cds.on('shutdown', async () => {
    clearInterval(expiry)
    endSchedules?.()
    jobs.cancelAll()
    await engine.database.close()
  })
  return createRouter({
    basePath: config.path,
    endpoints: createEndpoints({
      routes,
      services,
      config,
      files,
      results,
      jobs,
      log,
      auditLog,
      issuer: access.issuer,
      sessions,
      meters,
      basePath: config.path,
      schemes: access.schemes,
      recordRead: readRecorder(),
    }),
    config,
    authenticate: access.callers === 'owner' ? [asOwner] : [signedIn(sessions), ...middlewares()],
    currentUser: (request) => principalOf(cds.context?.user, request, access, config.roles),
    schemes: access.schemes,
    realm,
    log,
    auditLog,
    rateLimitStore:
      shared &&
      ((limiter) => new SharedRateLimitStore(shared.counters, limiter, (message, error) => log.warn(message, error))),
  })
}

/** What CAP runs before its own services: it finds out who is calling. */
const middlewares = (): RequestHandler[] =>
  [cds.middlewares.before].flat(2).filter((each): each is RequestHandler => typeof each === 'function')

/** Commands of a terminal run with all rights: whoever has started the process has them anyway. */
const asOwner: RequestHandler = (_request, _response, next) => {
  Object.assign(cds, { context: { user: new cds.User.Privileged() } })
  next()
}

/** Also after a failure: what becomes of a commit whose answer is lost is not known. */
const announcing = (engine: Engine, announce: AdminOptions['onWritten'] = () => undefined): Engine => {
  const { database } = engine
  const announced: Database = {
    isPersistent: database.isPersistent,
    read: (options, work) => database.read(options, work),
    write: (options, work) => database.write(options, work).finally(announce),
    ask: (options, statement) => database.ask(options, statement),
    usage: () => database.usage(),
    close: () => database.close(),
  }
  return { ...engine, database: announced }
}

const connectedEngine = (connected: Connected, schemas: string, ofPlugins?: ReadonlySet<string>): Engine => {
  const definitions = cds.model?.definitions as unknown as Readonly<Record<string, Definition>>
  return {
    ...openEngine(connected, schemas, (message) => cds.log('admin').warn(message)),
    model: readModel(definitions, Object.values(cds.services), ofPlugins),
  }
}

/** The model and the engine as operations see them, without what the application hides. */
export const servicesOf = (
  { dialect: engine, database, model }: Engine,
  config: AdminConfig,
  { schemas, copies }: Pick<State, 'schemas' | 'copies'>,
) => {
  const dialect = hideTables(engine, hiddenOf(model))
  // By the whole model: objects that are derived from hidden data are found by it, and masked.
  const names = new CatalogNames(dialect, config.allowedSchemas, schemas, { model, copies })
  return {
    dialect,
    database,
    model: withoutHidden(model),
    modelStatements: compileModel,
    checkFiles: () => readCheckFiles(config.checks),
    names,
  }
}

/** How often it is looked for files whose time is over. */
const EXPIRY_CHECK_MS = 60_000
