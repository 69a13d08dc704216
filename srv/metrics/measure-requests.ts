import { METHODS, STATUS_CODES } from 'node:http'
import type { Application, RequestHandler } from 'express'
import cds from '@sap/cds'
import { createAreas } from './areas.ts'
import { createCounter, createTimer } from './registry.ts'

interface Served {
  readonly endpoints?: readonly { readonly path: string }[]
}

/** The answer never got to the client. */
const ABORTED = 'aborted'
const WELL_KNOWN_METHODS = METHODS.filter((method) => /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method))

/** Counts and times all requests. To be called before anything is mounted. */
export const measureRequests = (): void => {
  let measure: RequestHandler | undefined
  cds.on('bootstrap', (app: Application) => {
    app.use((req, res, next) => (measure ? void measure(req, res, next) : next()))
  })
  cds.once('served', () => {
    const services = Object.values(cds.services) as Served[]
    measure = createMeter(services.flatMap(({ endpoints = [] }) => endpoints.map(({ path }) => path)))
  })
}

const createMeter = (servicePaths: readonly string[]): RequestHandler => {
  const areas = createAreas(servicePaths)
  const counter = createCounter({
    name: 'http_requests_total',
    help: 'Requests that have ended, by the part of the server that they were for.',
    labels: {
      service: areas.names,
      method: WELL_KNOWN_METHODS,
      status: [...Object.keys(STATUS_CODES), ABORTED],
    },
  })
  const timer = createTimer({
    name: 'http_request_duration_seconds',
    help: 'Time from the first line of a request to the end of its answer.',
    labels: { service: areas.names, method: WELL_KNOWN_METHODS },
  })
  return (req, res, next) => {
    const started = performance.now()
    const { method } = req
    const service = areas.of(req.path)
    res.once('close', () => {
      counter.add({ service, method, status: res.writableFinished ? String(res.statusCode) : ABORTED })
      timer.observe({ service, method }, (performance.now() - started) / 1_000)
    })
    next()
  }
}
