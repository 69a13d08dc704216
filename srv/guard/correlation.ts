import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

/** The names that CAP accepts, in its order. */
const HEADERS = ['x-correlation-id', 'x-correlationid', 'x-request-id', 'x-vcap-request-id'] as const
const PLAIN = /^[\w-]{1,64}$/

/** Keeps a client's correlation id only where it is short and plain: CAP echoes and logs whatever was sent. */
export const correlate: RequestHandler = (req, res, next) => {
  const sent = HEADERS.map((name) => req.get(name)).find((id) => id !== undefined && PLAIN.test(id))
  for (const name of HEADERS) Reflect.deleteProperty(req.headers, name)
  req.headers['x-correlation-id'] = sent ?? randomUUID()
  res.set('X-Correlation-ID', req.headers['x-correlation-id'])
  next()
}
