import { checkBody } from '../../guard/index.ts'
import { limitsInForce } from '../limits/limits.ts'
import type { Concern } from '../../cap/odata.ts'

/** Refuses bodies that nest too deep, hold too much, or hold what no database takes. */
export const bodyLimits: Concern = () => {
  const limits = limitsInForce()
  return (req, _res, next) => {
    checkBody(req.body, limits)
    next()
  }
}
