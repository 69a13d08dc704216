import cds from '@sap/cds'
import type { Request, RequestHandler } from 'express'
import { networkOf } from './network.ts'

const WINDOW_MS = 60_000
/** Whoever came first makes room beyond that: addresses can be made up. */
const MOST_CALLERS = 50_000

interface Window {
  requests: number
  /** By `performance.now()`: no clock that is set makes a minute longer. */
  readonly endsMs: number
}

/** Counts the requests of a caller: a user, or the network that an anonymous request comes from. */
const callerOf = (req: Request): string => {
  const user = cds.context?.user
  if (user?.is('identified-user') && user.id) return `user ${user.id}`
  return `from ${networkOf(req.ip)}`
}

/**
 * Makes a handler that lets a caller make so many requests in a minute, and passes the status 429 to `next` beyond that.
 *
 * The answer then has a `Retry-After`. Counts are kept in this process.
 */
export const limitRequestRate = (requestsPerMinute: number): RequestHandler => {
  /** In the order in which they end. */
  const windows = new Map<string, Window>()

  const windowOf = (caller: string, nowMs: number): Window => {
    const found = windows.get(caller)
    if (found && found.endsMs > nowMs) return found
    windows.delete(caller)
    const [first] = windows.keys()
    if (first !== undefined && windows.size >= MOST_CALLERS) windows.delete(first)
    const window = { requests: 0, endsMs: nowMs + WINDOW_MS }
    windows.set(caller, window)
    return window
  }

  return (req, res, next) => {
    const nowMs = performance.now()
    const window = windowOf(callerOf(req), nowMs)
    if (++window.requests <= requestsPerMinute) {
      next()
      return
    }
    res.set('Retry-After', String(Math.ceil((window.endsMs - nowMs) / 1000)))
    next(429)
  }
}
