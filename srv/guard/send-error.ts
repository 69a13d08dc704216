import { STATUS_CODES } from 'node:http'
import type { Request, Response } from 'express'

/** What a client is told of an error. */
export interface ErrorText {
  readonly code: string
  readonly message: string
}

const ADMIN_API = /^\/api\/v1(?=[/?]|$)/i
const ODATA = /^\/odata(?=[/?]|$)/i

/** Answers a request with an error, in the body of the API that it was meant for. */
export const sendError = (req: Request, res: Response, status: number, { code, message }: ErrorText): void => {
  res.status(status)
  if (status === 503 && !res.get('Retry-After')) res.set('Retry-After', '1')
  if (ADMIN_API.test(req.originalUrl)) {
    const error = STATUS_CODES[status] ?? 'Error'
    res.json({ success: false, error, code, details: message, timestamp: new Date().toISOString() })
    return
  }
  if (ODATA.test(req.originalUrl)) res.set('OData-Version', '4.0')
  res.json({ error: { code, message } })
}
