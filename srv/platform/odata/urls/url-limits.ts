import { checkQuery, checkUrl } from '../../guard/index.ts'
import { limitsInForce } from '../limits/limits.ts'
import type { Concern } from '../../cap/odata.ts'

/** Refuses URLs that ask for too much before anything parses them. A request in a batch may have a longer one. */
export const urlLimits: Concern = () => {
  const limits = limitsInForce()
  return (req, _res, next) => {
    const { _subrequest: isPart } = req as { _subrequest?: boolean }
    checkUrl(req.url, isPart ? limits.batchUrlLength : limits.urlLength)
    checkQuery(req.url, limits)
    next()
  }
}
