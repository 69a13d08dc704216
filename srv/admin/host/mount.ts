import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { basename, join } from 'node:path'
import cds from '@sap/cds'
import express, { type Express, type RequestHandler, type Router } from 'express'
import { describeServer } from '../cockpit/describe-server.ts'
import { type CockpitServer, createCockpitRouter } from '../cockpit/router.ts'
import { type AdminConfig, readConfig } from '../config.ts'
import { openSessions } from '../sign-in/open-sessions.ts'
import type { Sessions } from '../sign-in/sessions.ts'
import { signedIn } from '../sign-in/signed-in.ts'
import { foreignErrors } from '../http/foreign-errors.ts'
import { readSettings } from '../read-settings.ts'
import { type Access, accessOf, type HostAuthentication } from './access.ts'
import { currentAdditions } from './additions.ts'
import { definitionsOfPlugins } from './of-plugins.ts'
import { recordsPath } from './records.ts'

interface Environment {
  readonly requires: {
    readonly dba?: unknown
    readonly auth?: HostAuthentication | false
    readonly multitenancy?: unknown
  }
  /** Where editors know the settings of plugins. */
  readonly dba?: unknown
  readonly profiles: readonly string[]
}

/**
 * Mounts the API and its cockpit in the application around it, or says in one line why it does not.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const mount = async (): Promise<void> => {
  const log = cds.log('dba')
  const access = findAccess()
  if (typeof access === 'string') return log.warn(access)
  const additions = currentAdditions()
  const shared = additions.shared?.()
  const config = readConfig(settings(), cds.root, undefined, shared !== undefined, isProduction())
  const api = loadedOnDemand(async () => {
    const [{ createAdminRouter }, ofPlugins] = await Promise.all([import('../admin-router.ts'), definitionsOfPlugins()])
    const own = { config, access, realm: applicationName(), ofPlugins, shared, sessions: sessions() }
    return createAdminRouter({ ...additions, ...own })
  })
  // Who measures it wants to see it before anybody asks.
  if (additions.meters) await api.load()
  const { path, cockpit } = config
  const mounts: [string, Express | Router][] = [[path, api.app]]
  if (cockpit !== false) mounts.push([cockpit, cockpitRouter()])
  // One may be below the other, which answers all that is below it.
  for (const [at, handler] of mounts.sort(([a], [b]) => b.length - a.length)) cds.app.use(at, handler)
  log.info(`${[path, ...(cockpit === false ? [] : [`${cockpit}/`])].join(' and ')} for ${invited(access, config)}`)
}

let opened: Sessions | undefined

/** Who is signed in by a page, here and in all server processes that share their state. */
const sessions = (): Sessions => {
  const { shared, sessionPaths } = currentAdditions()
  return (opened ??= openSessions(readSettings(settings()), applicationName(), shared?.(), sessionPaths))
}

let handler: RequestHandler | undefined

/**
 * Has requests of a browser count as those of who is signed in there by a page, for the `sessionPaths` of a server. To be
 * run before it is found out who asks. Sets `response.locals.session`; passes on errors with `status`, `code` and `details`.
 */
export const bySession: RequestHandler = (request, response, next) => {
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

/** The pages, for a server that has to mount them before the services are served. */
export const cockpitRouter = (): Router => {
  let told: CockpitServer | undefined
  return createCockpitRouter(() => (told ??= describe()))
}

const describe = (): CockpitServer => {
  const { path: api, cockpit, query = !isProduction() } = readSettings(settings())
  const access = findAccess()
  return describeServer({
    name: applicationName(),
    cockpit: cockpit || '/cockpit',
    api,
    schemes: typeof access === 'string' ? [] : access.schemes,
    records: recordsPath(Object.values(cds.services)),
    query,
    tryAs: currentAdditions().tryAs ?? [],
    apps: currentAdditions().apps ?? [],
  })
}

const KINDS: readonly (string | undefined)[] = ['sqlite', 'postgres', 'hana']

const environment = (): Environment => cds.env

const settings = (): object => {
  const { requires, dba } = environment()
  return { ...(dba as object), ...(requires.dba as object), ...(currentAdditions().settings as object) }
}

const isProduction = (): boolean => environment().profiles.includes('production')

/** Node.js has since then what this needs of SQLite. */
const NODE = [22, 20] as const

const findAccess = (): Access | string => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < NODE[0] || (major === NODE[0] && minor < NODE[1]))
    return `Not served: it needs Node.js ${NODE.join('.')} or later, and this is ${process.versions.node}`
  const { requires } = environment()
  if (requires.multitenancy) return 'Not served: an application of several tenants has a database for each of them'
  if (!KINDS.includes((cds.db as { readonly kind?: string } | undefined)?.kind))
    return 'Not served: it needs a database, which is SQLite, PostgreSQL or SAP HANA'
  return accessOf(requires.auth, isProduction())
}

const applicationName = (): string => {
  try {
    const { name } = JSON.parse(readFileSync(join(cds.root, 'package.json'), 'utf8')) as { name?: string }
    if (name !== undefined) return name
  } catch {
    // An application without a readable package.json is called as its folder.
  }
  return basename(cds.root)
}

const invited = ({ callers }: Access, { roles: { viewer, operator, admin } }: AdminConfig): string => {
  if (callers === 'developer') return 'everybody on this machine, since there is no authentication'
  const roles = [...new Set([...viewer, ...operator, ...admin])].join(', ')
  return callers === 'local' ? `mocked users on this machine with a role of ${roles}` : `users with a role of ${roles}`
}
