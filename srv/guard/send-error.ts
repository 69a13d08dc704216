import type { Request, Response } from 'express'
import { adminError } from './admin-error.ts'

/** What a client is told of an error. */
export interface ErrorText {
  readonly code: string
  readonly message: string
}

export const ADMIN_API = /^\/api\/v1(?=[/?]|$)/i
const ODATA = /^\/odata(?=[/?]|$)/i

/** Answers a request with an error, in the body of the API that it was meant for. */
export const sendError = (req: Request, res: Response, status: number, { code, message }: ErrorText): void => {
  if (ADMIN_API.test(req.originalUrl)) {
    const error = adminError(status, code)
    const timestamp = new Date().toISOString()
    res.status(error.status).json({ success: false, error: error.text, code: error.code, details: message, timestamp })
    return
  }
  res.status(status)
  if (status === 503 && !res.get('Retry-After')) res.set('Retry-After', '1')
  if (ODATA.test(req.originalUrl)) res.set('OData-Version', '4.0')
  res.json({ error: { code, message } })
}
