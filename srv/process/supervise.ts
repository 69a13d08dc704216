import type { Application } from 'express'
import cds from '@sap/cds'
import { giveBackMemory } from './give-back-memory.ts'
import { guardListening } from './http-server.ts'
import { Lifecycle } from './lifecycle.ts'
import { formatLogs } from './log-format.ts'
import { logRequests } from './request-log.ts'
import { readSettings } from './settings.ts'
import { watchTransactions } from './watchdog.ts'

/**
 * Watches over the process: how it listens, what it works on, how long transactions take, how it stops. To be called
 * before the server starts, and before anything is mounted.
 */
export const supervise = (): Lifecycle => {
  const settings = readSettings()
  const { profiles } = cds.env as unknown as { profiles: readonly string[] }
  const isProduction = profiles.includes('production')
  const lifecycle = new Lifecycle(settings.drainTimeoutMs)
  formatLogs()
  if (isProduction) giveBackMemory()
  cds.on('bootstrap', (app: Application) => {
    if (settings.trustedProxies > 0) app.set('trust proxy', settings.trustedProxies)
    app.use(lifecycle.track, logRequests(isProduction))
    guardListening(app, settings, (server) => {
      lifecycle.handleSignals(server)
    })
  })
  cds.on('connect', (service: unknown) => {
    if ((service as { isDatabaseService?: boolean }).isDatabaseService)
      watchTransactions(service, settings.transactionTimeoutMs)
  })
  return lifecycle
}
