import { type Limits, readLimits, limitRequestRate } from '../../guard/index.ts'
import { requestError, standardError } from '../errors/errors.ts'
import type { Concern, RequestHandler } from '../../cap/odata.ts'

let limits: Limits | undefined

/** The limits of the configuration, read once. */
export const limitsInForce = (): Limits => (limits ??= readLimits())

let limiter: RequestHandler | undefined

/** One count for all services. A batch costs as much as its requests, since each of them comes by here. */
export const requestRate: Concern = () => {
  const limit = (limiter ??= limitRequestRate(limitsInForce().requestsPerMinute))
  return (req, res, next) => {
    void limit(req, res, (refused?: unknown) => {
      const { code, message } = standardError(429)
      if (refused === undefined) next()
      else next(requestError(429, code, message))
    })
  }
}
