import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import cds from '@sap/cds'
import express, { type Express, type RequestHandler, type Router } from 'express'
import { describeServer } from './cockpit/describe-server.ts'
import { type CockpitServer, createCockpitRouter } from './cockpit/router.ts'
import { type AdminConfig, readConfig } from './config.ts'
import type { SharedState } from './shared/state.ts'
import { openSessions } from './sign-in/open-sessions.ts'
import { type Sessions, signedIn } from './sign-in/sessions.ts'
import { foreignErrors } from './http/error-handler.ts'
import { MCP_PATH, metadataOf, metadataPath } from './http/login-schemes.ts'
import { hasNodeDriver } from './database/sqlite/memory-snapshots.ts'
import type { Connected } from './engine.ts'
import type { Access } from './host/principal.ts'
import { currentAdditions, trialUsers } from './host/additions.ts'
import {
  applicationName,
  currentSettings,
  environment,
  findAccess,
  givenSettings,
  isOwners,
  isProduction,
} from './host/environment.ts'
import { hasCheckResults } from './host/check-results.ts'
import { definitionsOfPlugins } from './host/of-plugins.ts'
import { recordsPath } from './host/read-recorder.ts'
import { shadowOf } from './host/shadows.ts'
import { openShared } from './host/shared-state.ts'

/**
 * Mounts the API and its cockpit in the application around it, or says in one line why it does not.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const mount = async (): Promise<void> => {
  const log = cds.log('dba')
  const { enabled = isOwners() || !isProduction() || undefined } = currentSettings()
  if (enabled === false) return
  if (enabled === undefined)
    return log.info('Not served in production unless it is switched on there: cds.requires.dba = true')
  const access = findAccess()
  if (typeof access === 'string') return log.warn(access)
  const database = cds.db as unknown as Connected
  if (database.kind === 'sqlite' && database.url4() === ':memory:' && !(await hasNodeDriver(database)))
    return log.warn(`Not served: a database in memory needs the driver of Node.js: cds.requires.db.driver = 'node'`)
  const additions = currentAdditions()
  const { shared: isWanted = false, fileStore } = currentSettings()
  const { kind, options } = database
  if (!additions.shared)
    ownShared = await openShared({
      isWanted,
      isProduction: isProduction(),
      kind,
      credentials: options.credentials ?? {},
    })
  const shared = sharedState()
  if (fileStore === 'database' && !shared)
    log.warn(`Files are in a directory: fileStore 'database' needs cds.requires.dba.shared on PostgreSQL`)
  const config = readConfig(givenSettings(), cds.root, undefined, shared !== undefined, isProduction())
  const api = loadedOnDemand(async () => {
    const [{ createAdminRouter }, ofPlugins] = await Promise.all([import('./admin-router.ts'), definitionsOfPlugins()])
    const own = { config, access, realm: applicationName(), ofPlugins, shared, sessions: sessions() }
    return createAdminRouter({ ...additions, ...own })
  })
  // Who measures it wants to see it before anybody asks, work of the application's own is checked at the start, and what is
  // scheduled waits for nobody.
  if (hasCheckResults() || (additions.meters ?? additions.checks ?? additions.operations)) await api.load()
  const { path, cockpit } = config
  const mounts: [string, Express | Router][] = [[path, api.app]]
  // A server that has mounted them itself has done so before anything else.
  const isMounted = ownPages !== undefined
  if (cockpit !== false) mounts.push([cockpit, cockpitRouter()])
  const isReached = (at: string): boolean => (at === path ? isFree(path, 'path') : isMounted || isFree(at, 'cockpit'))
  const reached = mounts.map(([at]) => at).filter(isReached)
  // One may be below the other, which answers all that is below it.
  if (config.mcp.enabled && access.issuer !== undefined) tellIssuer(`${path}${MCP_PATH}`, access.issuer, config)
  for (const [at, handler] of mounts.sort(([a], [b]) => b.length - a.length)) cds.app.use(at, handler)
  if (isOwners()) process.send?.({ path })
  const told = reached.map((at) => (at === path ? at : `${at}/`)).join(' and ')
  if (told !== '') log.info(`${told} for ${invited(access, config)}`)
}

/** Agents find out by it where to log in. */
const tellIssuer = (path: string, issuer: string, { trustProxy }: AdminConfig): void => {
  const app = express()
  app.disable('x-powered-by')
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy)
  app.get('/', (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    response.json(metadataOf(request, path, issuer, applicationName()))
  })
  cds.app.use(metadataPath(path), app)
}

/** Whether requests come to what is mounted at a path last; a line says why if they do not. */
const isFree = (path: string, setting: 'path' | 'cockpit'): boolean => {
  const files = join(cds.root, (cds.env as unknown as { folders: { app: string } }).folders.app)
  const shadow = shadowOf(path, { services: Object.values(cds.services), files, app: cds.app })
  if (shadow !== undefined)
    cds
      .log('dba')
      .warn(`${path} cannot be reached: the application has ${shadow}. Another path helps: cds.requires.dba.${setting}`)
  return shadow === undefined
}

/** Of an application that only sets it; a server with more tells its own. */
let ownShared: SharedState | undefined

const sharedState = (): SharedState | undefined => currentAdditions().shared?.() ?? ownShared

let opened: Sessions | undefined

/** Who is signed in by a page, here and in all server processes that share their state. */
const sessions = (): Sessions => {
  const { sessionPaths } = currentAdditions()
  return (opened ??= openSessions(currentSettings(), applicationName(), sharedState(), sessionPaths))
}

let handler: RequestHandler | undefined

/**
 * Has requests of a browser count as those of who is signed in there by a page, for the `sessionPaths` of a server. To be
 * run before it is found out who asks. Sets `response.locals.session`; passes on errors with `status`, `code` and `details`.
 */
export const bySession: RequestHandler = (request, response, next) => {
  if (request.headers.cookie === undefined) return next()
  handler ??= signedIn(sessions())
  return handler(request, response, next)
}

/** Whether a request may be of somebody who is signed in by a page. */
export const hasSession = (request: IncomingMessage): boolean =>
  request.headers.cookie !== undefined && sessions().tokenOf(request) !== undefined

/** How the API tells errors, for a server that refuses some requests before they reach it. */
export const errorAnswers = (): ReturnType<typeof foreignErrors> => foreignErrors(applicationName())

/** What costs nothing before the first request. Settings of the server around it hold inside of it as well. */
const loadedOnDemand = (create: () => Promise<Express>): { readonly app: Express; load(): Promise<void> } => {
  const app = express()
  app.disable('x-powered-by')
  let loaded: Promise<void> | undefined
  const load = (): Promise<void> =>
    (loaded ??= create().then((router) => {
      app.use(router)
    }))
  app.use((_request, _response, next) => {
    load().then(() => next(), next)
  })
  return { app, load }
}

let ownPages: Router | undefined

/** The pages, for a server that has to mount them before the services are served. */
export const cockpitRouter = (): Router => {
  let told: CockpitServer | undefined
  return (ownPages ??= createCockpitRouter(() => (told ??= describe())))
}

const describe = (): CockpitServer => {
  const { path: api, cockpit, roles, query = !isProduction() } = currentSettings()
  const access = findAccess()
  const { schemes, callers } = typeof access === 'string' ? { schemes: [], callers: 'all' } : access
  const { tryAs, apps = [] } = currentAdditions()
  const { users = {} } = environment().requires.auth || {}
  return describeServer({
    name: applicationName(),
    cockpit: cockpit || '/cockpit',
    api,
    schemes,
    records: recordsPath(Object.values(cds.services)),
    query,
    tryAs: tryAs ?? (callers === 'local' ? trialUsers(users, Object.values(roles).flat()) : []),
    apps,
  })
}

const invited = ({ callers }: Access, { roles: { viewer, operator, admin } }: AdminConfig): string => {
  if (callers === 'owner') return 'the owner of this process'
  if (callers === 'developer') return 'everybody on this machine, since there is no authentication'
  const roles = [...new Set([...viewer, ...operator, ...admin])].join(', ')
  return callers === 'local' ? `mocked users on this machine with a role of ${roles}` : `users with a role of ${roles}`
}
