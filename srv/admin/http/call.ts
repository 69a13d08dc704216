import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { AdminError } from '../errors.ts'
import type { Principal } from '../jobs/job.ts'
import type { Match } from './route-table.ts'

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
