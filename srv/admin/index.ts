import cds from '@sap/cds'
import type { Express } from 'express'
import { CatalogNames } from './catalog/names.ts'
import { ClonedSchemas } from './catalog/cloned-schemas.ts'
import { readConfig } from './config.ts'
import type { AdminConfig } from './config.ts'
import { openEngine } from './engine.ts'
import type { Connected, Engine } from './engine.ts'
import type { Database } from './database/session.ts'
import { DirectoryStore } from './files/file-store.ts'
import { createEndpoints } from './http/endpoints.ts'
import type { StoreFactory } from './http/rate-limit.ts'
import { ROUTES } from './http/routes.ts'
import type { Route } from './http/routes.ts'
import { createRouter } from './http/router.ts'
import { JobRegistry } from './jobs/job-registry.ts'
import { readModel } from './model/read-model.ts'
import type { Definition } from './model/read-model.ts'

/** Where the API lives. The version is part of the path. */
export const BASE_PATH = '/api/v1'

export interface AdminOptions {
  /** What the operations work on; the database that CAP is connected to, unless told otherwise. */
  readonly engine?: Engine
  readonly routes?: readonly Route[]
  /** Ways to log in, as `WWW-Authenticate` names them. */
  readonly challenges?: readonly string[]
  /** Where the counts of the rate limits are kept, when several processes share them. */
  readonly rateLimitStore?: StoreFactory
  /** Called after every unit of work that may have changed the database, before anybody is told that it is done. */
  readonly onWritten?: () => void
}

/**
 * The administration API as one handler, to be mounted at `BASE_PATH` when CAP's services are served. It finds out by
 * CAP's own middlewares who is calling.
 *
 * @throws Error naming the setting under `cds.env.admin` that cannot be used.
 */
export const createAdminRouter = (options: AdminOptions = {}): Express => {
  const { routes = ROUTES, challenges = ['Basic realm="saga", charset="UTF-8"', 'Bearer realm="saga"'] } = options
  const config = readConfig((cds.env as { admin?: unknown }).admin, cds.root)
  const engine = announcing(options.engine ?? connectedEngine(config), options.onWritten)
  const { limits, heavy } = config
  const files = new DirectoryStore(config.files, {
    fileBytes: limits.importFileBytes,
    totalBytes: limits.filesBytes,
  })
  const log = cds.log('admin')
  const auditLog = cds.log('audit')
  void files.removeAbandoned().catch((error: unknown) => {
    log.warn('Unfinished uploads cannot be removed:', error)
  })
  const jobs = new JobRegistry({
    ...heavy,
    kept: limits.operationsKept,
    resultBytes: limits.operationResultBytes,
  })
  // eslint-disable-next-line @typescript-eslint/no-misused-promises -- CAP waits for it
  cds.on('shutdown', async () => {
    jobs.cancelAll()
    await engine.database.close()
  })
  return createRouter({
    basePath: BASE_PATH,
    endpoints: createEndpoints({
      routes,
      services: servicesOf(engine, config),
      config,
      files,
      jobs,
      auditLog,
      basePath: BASE_PATH,
    }),
    config,
    authenticate: cds.middlewares.before,
    currentUser: () => cds.context?.user,
    challenges,
    log,
    auditLog,
    rateLimitStore: options.rateLimitStore,
  })
}

/** Also after a failure: what becomes of a commit whose answer is lost is not known. */
const announcing = (engine: Engine, announce: () => void = () => undefined): Engine => {
  const { database } = engine
  const announced: Database = {
    isPersistent: database.isPersistent,
    read: (options, work) => database.read(options, work),
    write: (options, work) => database.write(options, work).finally(announce),
    close: () => database.close(),
  }
  return { ...engine, database: announced }
}

const connectedEngine = (config: AdminConfig): Engine => {
  const definitions = cds.model?.definitions as unknown as Readonly<Record<string, Definition>>
  return {
    ...openEngine(cds.db as unknown as Connected, config.schemas),
    model: readModel(definitions, Object.values(cds.services)),
  }
}

const servicesOf = ({ dialect, database, model }: Engine, config: AdminConfig) => ({
  dialect,
  database,
  model,
  names: new CatalogNames(dialect, config.allowedSchemas, new ClonedSchemas(config.schemas)),
})
