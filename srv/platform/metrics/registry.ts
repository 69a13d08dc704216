import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import {
  Counter as PrometheusCounter,
  Gauge,
  Histogram,
  Registry,
  collectDefaultMetrics,
  AggregatorRegistry,
} from 'prom-client'
import type { Request, RequestHandler } from 'express'
import cds from '@sap/cds'
import { isLoopback } from '../guard/index.ts'
import { requireRole } from '../identity/index.ts'

/**
 * The labels of a metric, each with all the values that it can have; any other value is counted as `other`. A client
 * that could invent values would fill the memory of this process and of the one that collects them.
 */
type LabelValues = Readonly<Record<string, readonly string[]>>
type Labels<L extends LabelValues> = { readonly [Name in keyof L]: string }

interface Definition<L extends LabelValues> {
  /** Lower case with underscores; counters end in `_total`, others in their unit. */
  readonly name: string
  readonly help: string
  readonly labels?: L
}

/** What a gauge shows at one moment, for one combination of labels. */
export interface Reading<L extends LabelValues> {
  readonly labels: Labels<L>
  readonly value: number
}

const OTHER = 'other'
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The metrics of this process. */
const registry = new Registry()

/**
 * Only goes up, from 0 at the start of the process.
 *
 * @returns what adds to it.
 * @param takeMore is asked whenever somebody looks, for what is to be added; each of it once.
 */
export const createCounter = <const L extends LabelValues>(
  definition: Definition<L>,
  takeMore: () => Iterable<Reading<L>> = () => [],
) => {
  const bounded = bounds(definition.labels)
  const counter = new PrometheusCounter({
    ...configured(definition),
    collect() {
      for (const { labels, value } of takeMore()) this.inc(bounded(labels), value)
    },
  })
  return (labels: Labels<L>, amount = 1): void => counter.inc(bounded(labels), amount)
}

/** Counts durations in buckets from 1 ms to 30 s. @returns what takes one, in seconds. */
export const createTimer = <const L extends LabelValues>(definition: Definition<L>) => {
  const histogram = new Histogram({ ...configured(definition), buckets: BUCKETS_SECONDS })
  const bounded = bounds(definition.labels)
  return (labels: Labels<L>, seconds: number): void => histogram.observe(bounded(labels), seconds)
}

/** @param read is asked whenever somebody looks; what it does not tell is not shown. */
export const createGauge = <const L extends LabelValues>(
  definition: Definition<L>,
  read: () => Iterable<Reading<L>>,
): void => {
  const bounded = bounds(definition.labels)
  new Gauge({
    ...configured(definition),
    collect() {
      this.reset()
      for (const { labels, value } of read()) this.inc(bounded(labels), value)
    },
  })
}

const configured = <L extends LabelValues>({ name, help, labels }: Definition<L>) => ({
  name,
  help,
  labelNames: Object.keys(labels ?? {}),
  registers: [registry],
})

const bounds = <L extends LabelValues>(values: L | undefined): ((labels: Labels<L>) => Labels<L>) => {
  const known = Object.entries(values ?? {}).map(([name, list]) => [name, new Set(list)] as const)
  return (labels) => {
    const bounded: Record<string, string> = {}
    for (const [name, list] of known) {
      const value = labels[name] ?? OTHER
      bounded[name] = list.has(value) ? value : OTHER
    }
    return bounded as Labels<L>
  }
}

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
