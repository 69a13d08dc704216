import type { Request, Response } from 'express'

/** Why a request goes no further. `error` is what the administration API says, which has no 503. */
const REFUSALS = {
  UNAUTHORIZED: { status: 401, error: 'Authentication required' },
  FORBIDDEN: { status: 403, error: 'Permission denied' },
  RATE_LIMIT_EXCEEDED: { status: 429, error: 'Too many requests' },
  IDENTITY_UNAVAILABLE: { status: 503, adminStatus: 500, error: 'The identity service cannot be reached' },
} as const

export type RefusalCode = keyof typeof REFUSALS

/** Both schemes of the administration API's contract, whatever of them is configured. */
const ADMIN_CHALLENGES = ['Basic realm="saga", charset="UTF-8"', 'Bearer realm="saga"']

const ADMIN_API = /^\/api\/v1(?=[/?]|$)/i

/** Answers a request in the error body of the API that it was meant for. Does nothing where an answer is already under way. */
export const refuse = (req: Request, res: Response, code: RefusalCode, details: string): void => {
  if (res.headersSent) return
  const { status, error, ...other } = REFUSALS[code]
  if (ADMIN_API.test(req.originalUrl)) {
    const adminStatus = 'adminStatus' in other ? other.adminStatus : status
    if (status === 401) res.set('WWW-Authenticate', ADMIN_CHALLENGES)
    res.status(adminStatus).json({ success: false, error, code, details, timestamp: new Date().toISOString() })
  } else {
    res.set('OData-Version', '4.0')
    res.status(status).json({ error: { code, message: details } })
  }
}
