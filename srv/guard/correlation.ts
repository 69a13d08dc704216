import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

const HEADERS = ['x-correlation-id', 'x-correlationid', 'x-request-id', 'x-vcap-request-id'] as const
const VALID = /^[\w-]{1,64}$/

/** Keeps a client's correlation id only where it is short and plain; CAP would echo and log whatever was sent. */
export const correlate: RequestHandler = (request, _response, next) => {
  const sent = HEADERS.map((name) => request.get(name)).find((id) => id !== undefined && VALID.test(id))
  for (const name of HEADERS) Reflect.deleteProperty(request.headers, name)
  request.headers['x-correlation-id'] = sent ?? randomUUID()
  next()
}
