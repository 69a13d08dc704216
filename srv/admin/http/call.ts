import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { AdminError } from '../core/errors.ts'
import type { Principal } from '../jobs/job.ts'
import type { Endpoint } from './endpoint.ts'

/** What a path stands for: an endpoint, its methods when it has not the one asked for, or nothing. */
interface Match {
  readonly endpoint: Endpoint | undefined
  /** For the `Allow` header; empty when there is no such path. */
  readonly allowed: readonly string[]
  /** Values of the path's parameters, as they stand in the URL. */
  readonly rawParameters: Readonly<Record<string, string>>
}

const PARAMETER = /^\{(\w+)\}$/

/** @param method as sent; HEAD finds what GET finds. */
export type FindRoute = (method: string, path: string) => Match

/** Finds endpoints by method and exact path: letter case counts, and so does a slash at the end. */
export const routeTable = (endpoints: readonly Endpoint[]): FindRoute => {
  const routes = endpoints.map((endpoint) => ({ endpoint, segments: endpoint.path.split('/') }))
  return (method, path) => {
    const sent = path.split('/')
    const found = routes.filter(({ segments }) => fits(segments, sent))
    const wanted = method === 'HEAD' ? 'GET' : method
    const match = found.find(({ endpoint }) => endpoint.method === wanted)
    return {
      endpoint: match?.endpoint,
      allowed: found.length > 0 ? allowedMethods(found.map(({ endpoint }) => endpoint.method)) : [],
      rawParameters: match ? parametersOf(match.segments, sent) : {},
    }
  }
}

const fits = (segments: readonly string[], sent: readonly string[]): boolean =>
  segments.length === sent.length &&
  segments.every((segment, index) => (PARAMETER.test(segment) ? sent[index] !== '' : segment === sent[index]))

const allowedMethods = (methods: readonly string[]): string[] => [
  ...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
]

const parametersOf = (segments: readonly string[], sent: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    segments.flatMap((segment, index) => {
      const name = PARAMETER.exec(segment)?.[1]
      return name === undefined ? [] : [[name, sent[index] ?? '']]
    }),
  )

/** What the frame knows of a request while it passes through. */
export interface Call {
  readonly operationId: string
  /** By `performance.now()`. */
  readonly startedMs: number
  readonly match: Match
  readonly signal: AbortSignal
  /** Set as soon as it is known. */
  user: Principal | undefined
}

const calls = new WeakMap<Request, Call>()
const CORRELATION_ID = /^[\w-]{1,64}$/

/** Starts the record of a request, and sets the headers that every answer has. */
export const beginCall = (request: Request, response: Response, match: Match): Call => {
  const controller = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished)
      controller.abort(new AdminError('OPERATION_CANCELLED', 'The client ended the connection'))
  })
  const call: Call = {
    operationId: randomUUID(),
    startedMs: performance.now(),
    match,
    signal: controller.signal,
    user: undefined,
  }
  calls.set(request, call)
  const correlationId = correlationIdOf(request)
  request.headers['x-correlation-id'] = correlationId
  response.removeHeader('X-Powered-By')
  response.setHeader('X-Operation-Id', call.operationId)
  response.setHeader('X-Correlation-ID', correlationId)
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  return call
}

/** The record of a request that `beginCall` has started. */
export const callOf = (request: Request): Call => {
  const call = calls.get(request)
  if (!call) throw new Error('The request has not passed beginCall')
  return call
}

// It is echoed and logged, so only what is safe in both is taken over.
const correlationIdOf = (request: Request): string => {
  const sent = request.headers['x-correlation-id']
  return typeof sent === 'string' && CORRELATION_ID.test(sent) ? sent : randomUUID()
}

/** What the frame writes to: a logger of CAP fits. */
export interface Logger {
  info(...args: unknown[]): void
  warn(...args: unknown[]): void
  error(...args: unknown[]): void
}
