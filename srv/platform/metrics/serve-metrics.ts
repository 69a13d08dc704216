import cluster from 'node:cluster'
import type { Request, RequestHandler } from 'express'
import cds from '@sap/cds'
import { collectDefaultMetrics } from 'prom-client'
import { isLoopback } from '../guard/index.ts'
import { requireRole } from '../identity/index.ts'
import { askForAll, collectFromWorkers } from './cluster-metrics.ts'
import { registry } from './registry.ts'
import { readSettings } from './settings.ts'

/**
 * Serves `GET /metrics` in Prometheus' text format: those of Node, and those that rooms have added. They tell how the
 * server is used, so by default only to callers with the role `viewer`.
 */
export const serveMetrics = (): void => {
  const { access } = readSettings()
  collectDefaultMetrics({ register: registry })
  collectFromWorkers()
  cds.once('served', () => {
    const { app } = cds
    if (access === 'loopback') app.get('/metrics', sendToThisMachine)
    app.get('/metrics', cds.middlewares.before, requireRole('viewer'), send)
  })
}

const sendToThisMachine: RequestHandler = (req, res, next) => (isFromHere(req) ? send(req, res, next) : next())

/** A proxy on this machine would make all the world look local. */
const isFromHere = (req: Request): boolean =>
  isLoopback(req.socket.remoteAddress) &&
  !Object.keys(req.headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))

const send: RequestHandler = async (_req, res) => {
  const text = await (cluster.isWorker ? askForAll() : registry.metrics())
  res.set('Cache-Control', 'no-store').type(registry.contentType).send(text)
}
