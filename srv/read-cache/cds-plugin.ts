import cds, { type Service } from '@sap/cds'
import type { RequestHandler } from 'express'
import { notifyChanges } from './external-changes/triggers.ts'
import { readSettings } from './settings.ts'
import { ReadCache } from './read-cache.ts'

/** CAP, as far as its types do not know it. */
interface Cap {
  readonly env: { readonly requires: Readonly<Record<string, unknown>> }
  readonly middlewares: { add(middleware: RequestHandler): void }
  cache?: Pick<ReadCache, 'changed' | 'statistics'>
}

/** Other models or databases by request: an answer is none of them. */
const OBSTACLES = ['multitenancy', 'extensibility', 'toggles'] as const

/** Has the application's services answered from memory, behind its own login; a line in the log says why where they are not. */
const serveFromCache = (): void => {
  const log = cds.log('read-cache')
  const cap = cds as unknown as Cap
  const { requires } = cap.env
  const settings = readSettings(requires['read-cache'])
  if (!settings) return
  const obstacle = OBSTACLES.find((name) => requires[name])
  if (obstacle !== undefined) return log.warn(`reads are not cached: the application has cds.requires.${obstacle}`)
  const cache = new ReadCache(settings, (reason) => log.warn('reads are not cached:', reason))
  cap.middlewares.add(cache.middleware)
  cap.cache = cache
  const { db } = cds as { readonly db?: Service }
  if (db) cache.watch(db)
  cds.on('connect', (service: Service) => cache.watch(service))
  cds.on('served', (services: Readonly<Record<string, Service>>) => {
    for (const service of Object.values(services)) cache.watch(service)
  })
  // A database in memory is not to be opened before it is filled.
  cds.once('listening', () => void cache.open())
  cds.on('shutdown', () => cache.close())
}

// Of builds, deployments and the command line, none serves anything.
cds.once('bootstrap', serveFromCache)
cds.on('connect', (service: Service) => {
  const { requires } = cds.env as unknown as { readonly requires: Readonly<Record<string, unknown>> }
  const isPostgres = (service as { readonly kind?: string }).kind === 'postgres'
  if (isPostgres && readSettings(requires['read-cache'])?.triggers) notifyChanges(service)
})
