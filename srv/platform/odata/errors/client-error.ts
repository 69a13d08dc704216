import type { Failure } from '../../cap/odata.ts'
import { badRequest } from './errors.ts'

/** Whatever goes wrong while reading a request is the request's fault: CAP throws plain TypeErrors at odd URLs. */
export const asClientError = (error: unknown): unknown => {
  if (typeof error === 'number') return error
  const { status, statusCode, message } = error as Failure
  const known = status ?? statusCode
  if (known === undefined) return badRequest('INVALID_URL', 'The URL does not address anything that can be served.')
  return known < 500 ? error : badRequest('NOT_SUPPORTED', message)
}
