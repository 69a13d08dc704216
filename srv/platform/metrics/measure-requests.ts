import { type IncomingMessage, METHODS, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Application, RequestHandler } from 'express'
import cds from '@sap/cds'
import { createCounter, createTimer, createGauge } from './registry.ts'

/** Parts of the server beside the OData services, by the first segment of their paths. */
const AREAS: ReadonlyMap<string, string> = new Map([
  ['api', 'api'],
  ['openapi', 'openapi'],
  ['health', 'probes'],
  ['ready', 'probes'],
  ['metrics', 'metrics'],
])
/** Pages and their files, and whatever does not exist. */
const REST = 'other'

/** The parts of the server that requests are counted by. */
interface Areas {
  /** All there are: labels have to be few, and known beforehand. */
  readonly names: readonly string[]
  /** @param path as it came, percent-encoded, without the query. */
  of(path: string): string
}

/**
 * @param servicePaths for instance `/odata/v4/SagaFilm`; a service goes by the last segment.
 */
export const createAreas = (servicePaths: readonly string[]): Areas => {
  const services = servicePaths.map((path) => [`${path}/`, path.slice(path.lastIndexOf('/') + 1)] as const)
  return {
    names: [...new Set([...services.map(([, name]) => name), ...AREAS.values(), REST])],
    of: (path) => {
      const found = services.find(([prefix]) => path.startsWith(prefix) || `${path}/` === prefix)
      return found?.[1] ?? AREAS.get(path.split('/', 2)[1] ?? '') ?? REST
    },
  }
}

interface Served {
  readonly endpoints?: readonly { readonly path: string }[]
}

/** The answer never got to the client. */
const ABORTED = 'aborted'
const WELL_KNOWN_METHODS = METHODS.filter((method) => /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method))

/** Counts a request that was answered from memory, at the price of next to nothing: it is made out when somebody looks. */
type CountAnswer = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Counts all requests, and times those that the services, the API or the pages answer. To be called before anything is
 * mounted.
 */
export const measureRequests = (): CountAnswer => {
  const quick = new Map<string, number>()
  let measure: RequestHandler | undefined
  cds.on('bootstrap', (app: Application) => {
    app.use((req, res, next) => (measure ? void measure(req, res, next) : next()))
  })
  cds.once('served', () => {
    const services = Object.values(cds.services) as Served[]
    const paths = services.flatMap(({ endpoints = [] }) => endpoints.map(({ path }) => path))
    measure = createMeter(createAreas(paths), quick)
  })
  return ({ method = '', url = '' }, { statusCode }) => {
    const key = `${method} ${statusCode} ${url.slice(0, url.indexOf('/', SERVICE_ROOT.length) + 1)}`
    quick.set(key, (quick.get(key) ?? 0) + 1)
  }
}

/** What services lie below; the next segment is the service's own. */
const SERVICE_ROOT = '/odata/v4/'

/** What has been answered from memory since the last time, by service. */
const takeQuick = function* (quick: Map<string, number>, areas: Areas) {
  for (const [key, value] of quick) {
    const [method = '', status = '', path = ''] = key.split(' ', 3)
    yield { labels: { service: areas.of(path), method, status }, value }
  }
  quick.clear()
}

const createMeter = (areas: Areas, quick: Map<string, number>): RequestHandler => {
  const count = createCounter(
    {
      name: 'http_requests_total',
      help: 'Requests that have ended, by the part of the server that they were for.',
      labels: {
        service: areas.names,
        method: WELL_KNOWN_METHODS,
        status: [...Object.keys(STATUS_CODES), ABORTED],
      },
    },
    () => takeQuick(quick, areas),
  )
  const time = createTimer({
    name: 'http_request_duration_seconds',
    help: 'Time from the first line of a request to the end of its answer, of requests that were not answered from memory.',
    labels: { service: areas.names, method: WELL_KNOWN_METHODS },
  })
  return (req, res, next) => {
    const started = performance.now()
    const { method } = req
    const service = areas.of(req.path)
    res.once('close', () => {
      count({ service, method, status: res.writableFinished ? String(res.statusCode) : ABORTED })
      time({ service, method }, (performance.now() - started) / 1_000)
    })
    next()
  }
}

/** What tells of the administration API; its `Meters`, which this room does not know. */
interface AdminMeters<Outcome extends string> {
  operation(name: string): (outcome: Outcome) => void
  connections(read: () => Readonly<Record<(typeof STATES)[number], number>>): void
}

const STATES = ['idle', 'busy', 'waiting'] as const

/** Shows the operations of the administration API that run and have ended, and the use of its connections. */
export const measureAdmin = <Outcome extends string>(
  operations: readonly string[],
  outcomes: readonly Outcome[],
): AdminMeters<Outcome> => {
  const running = new Map(operations.map((operation) => [operation, 0]))
  const countEnd = createCounter({
    name: 'saga_admin_operations_total',
    help: 'Operations of the administration API that have ended, in the background or before their answer.',
    labels: { operation: operations, outcome: outcomes },
  })
  createGauge(
    {
      name: 'saga_admin_operations_running',
      help: 'Operations of the administration API that run.',
      labels: { operation: operations },
    },
    () => [...running].map(([operation, value]) => ({ labels: { operation }, value })),
  )
  const change = (operation: string, by: number): void => {
    running.set(operation, (running.get(operation) ?? 0) + by)
  }
  return {
    operation: (operation) => {
      change(operation, 1)
      return (outcome) => {
        change(operation, -1)
        countEnd({ operation, outcome })
      }
    },
    connections: (read) =>
      createGauge(
        {
          name: 'saga_admin_connections',
          help: 'Connections to the database that the administration API works with, and operations that wait for one.',
          labels: { state: STATES },
        },
        () => {
          const usage = read()
          return STATES.map((state) => ({ labels: { state }, value: usage[state] }))
        },
      ),
  }
}
