import { requestError } from '../errors/errors.ts'
import type { Concern, Request } from '../../cap/odata.ts'

/** Methods that may come with a body. */
export const WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH']

/** Whether a body comes along, which may be empty. */
export const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * A record is written from JSON. CAP takes a body of some other types for none, and creates an empty record from that:
 * a form on the page of another site could do so. It also knows the type in lower case only.
 */
export const bodyType: Concern = () => (req, _res, next) => {
  const type = req.headers['content-type'] ?? ''
  if (!WITH_BODY.includes(req.method) || !hasBody(req)) next()
  else if (/^application\/json\s*(;|$)/i.test(type)) {
    req.headers['content-type'] = type.replace(/^[^;]*/, 'application/json')
    next()
  } else next(requestError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The request body must be application/json.'))
}
