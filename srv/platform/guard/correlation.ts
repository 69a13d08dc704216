import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'

/** The names that CAP accepts, in its order. */
const HEADERS = ['x-correlation-id', 'x-correlationid', 'x-request-id', 'x-vcap-request-id'] as const
const PLAIN = /^[\w-]{1,64}$/

/** The id that a client has given a request, where it is short and plain, or a new one. */
export const correlationOf = ({ headers }: IncomingMessage): string => {
  for (const name of HEADERS) {
    const sent = headers[name]
    if (typeof sent === 'string' && PLAIN.test(sent)) return sent
  }
  return randomUUID()
}

/** Keeps a client's correlation id only where it is short and plain: CAP echoes and logs whatever was sent. */
export const correlate: RequestHandler = (req, res, next) => {
  const id = correlationOf(req)
  for (const name of HEADERS) if (name in req.headers) Reflect.deleteProperty(req.headers, name)
  req.headers['x-correlation-id'] = id
  res.set('X-Correlation-ID', id)
  next()
}
