import { sendError } from './errors.ts'
import type { Concern } from '../../cap/odata.ts'

/** CAP ends some errors without a body, such as a precondition that fails at `$metadata`: all have one here. */
export const errorBodies: Concern = () => (_req, res, next) => {
  const end = res.end.bind(res) as (...args: unknown[]) => unknown
  const endWithBody = (...args: unknown[]): unknown => {
    const isEmpty = args[0] === undefined || typeof args[0] === 'function'
    Object.assign(res, { end })
    if (isEmpty && res.statusCode >= 400 && !res.headersSent) sendError(res, res.statusCode)
    else end(...args)
    return res
  }
  Object.assign(res, { end: endWithBody })
  next()
}
