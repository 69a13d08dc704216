import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Request, RequestHandler } from 'express'
import cds from '@sap/cds'
import { collectDefaultMetrics, AggregatorRegistry } from 'prom-client'
import { isLoopback } from '../guard/index.ts'
import { requireRole } from '../identity/index.ts'
import { registry } from './registry.ts'

/** Who may read the metrics: callers with the role `viewer`, or also whoever is on this machine. */
const ACCESS = ['viewer', 'loopback'] as const

/**
 * Reads the settings `metrics.<name>` of the CDS configuration.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const readSettings = (settings: unknown = (cds.env as Record<string, unknown>)['metrics']) => {
  if (settings !== undefined && (typeof settings !== 'object' || settings === null || Array.isArray(settings)))
    throw new Error('Setting metrics must be an object')
  const { access: given = 'viewer', ...others } = { ...(settings as Record<string, unknown> | undefined) }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new Error(`Setting metrics.${unknown} is not known`)
  const access = ACCESS.find((each) => each === given)
  if (!access) throw new Error(`Setting metrics.access must be one of: ${ACCESS.join(', ')}`)
  return { access }
}

const ASKED = 'saga:metrics?'
const ANSWERED = 'saga:metrics'
const DEADLINE_MS = 5_000

interface Message {
  readonly type: string
  readonly text?: string
}

/** Makes the first process of several collect the metrics of all, whenever one of them asks. */
const collectFromWorkers = (): void => {
  const all = new AggregatorRegistry()
  if (!cluster.isPrimary) return AggregatorRegistry.setRegistries(registry)
  cluster.on('message', (worker: Worker, { type }: Message) => {
    if (type !== ASKED) return
    void all.clusterMetrics().then(
      (text) => worker.send({ type: ANSWERED, text }),
      () => worker.send({ type: ANSWERED }),
    )
  })
}

/** The metrics of all workers in one text. @throws Error when they do not come in time. */
const askForAll = async (): Promise<string> => {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  process.send?.({ type: ASKED })
  for (;;) {
    const [message] = (await once(process, 'message', { signal })) as [Message]
    if (message.type === ANSWERED) {
      if (message.text === undefined) throw new Error('A worker did not tell its metrics')
      return message.text
    }
  }
}

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
