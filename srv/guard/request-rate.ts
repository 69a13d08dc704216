import cds from '@sap/cds'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import type { Request, RequestHandler } from 'express'

const WINDOW_MS = 60_000

/** Counts the requests of a caller: a user, or the network that an anonymous request comes from. */
const callerOf = (req: Request): string => {
  const user = cds.context?.user
  if (user?.is('identified-user') && user.id) return `user ${user.id}`
  const { ip = 'unknown' } = req
  // To look at an address closely takes longer than all the rest.
  return `from ${ip.includes(':') ? ipKeyGenerator(ip) : ip}`
}

/**
 * Makes a handler that lets a caller make so many requests in a minute, and passes the status 429 to `next` beyond that.
 *
 * The answer then has a `Retry-After`. Counts are kept in this process.
 */
export const limitRequestRate = (requestsPerMinute: number): RequestHandler =>
  rateLimit({
    windowMs: WINDOW_MS,
    limit: requestsPerMinute,
    keyGenerator: callerOf,
    legacyHeaders: false,
    standardHeaders: false,
    // Headers of proxies count as far as express believes them, which the configuration decides.
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    handler: (req, res, next) => {
      const { resetTime } = (req as Request & { rateLimit: { resetTime?: Date } }).rateLimit
      const waitMs = resetTime ? resetTime.getTime() - Date.now() : WINDOW_MS
      res.set('Retry-After', String(Math.max(1, Math.ceil(waitMs / 1000))))
      next(429)
    },
  })
