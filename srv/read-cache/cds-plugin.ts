import cds, { type Service } from '@sap/cds'
import { notifyChanges } from './host/notify-changes.ts'
import { serveFromCache } from './serve-from-cache.ts'
import { readSettings } from './settings.ts'

// Of builds, deployments and the command line, none serves anything.
cds.once('bootstrap', serveFromCache)
cds.on('connect', (service: Service) => {
  const { requires } = cds.env as unknown as { readonly requires: Readonly<Record<string, unknown>> }
  const isPostgres = (service as { readonly kind?: string }).kind === 'postgres'
  if (isPostgres && readSettings(requires['read-cache'])?.triggers) notifyChanges(service)
})
