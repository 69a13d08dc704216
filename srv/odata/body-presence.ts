import { queriesOf } from './cap.ts'
import { badRequest, requestError } from './errors.ts'
import type { Concern } from './concern.ts'
import type { Request } from './cap.ts'

const WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH']

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isJson = ({ headers }: Request): boolean => /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')

/** An action may come without a body: none here has a parameter that must be given. */
const isAction = (req: Request): boolean => {
  const segment = queriesOf(req)[0]?.SELECT?.from.ref?.at(-1)
  return typeof segment === 'object' && segment.operation !== undefined
}

/**
 * A record is written from a JSON body. CAP takes a body of any other type for none, and creates an empty record from
 * none: a form on the page of another site could do that.
 */
export const bodyPresence: Concern = () => (req, _res, next) => {
  if (!WITH_BODY.includes(req.method)) next()
  else if (hasBody(req) && !isJson(req))
    next(requestError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The request body must be application/json.'))
  else if (!hasBody(req) && !isAction(req))
    next(badRequest('INVALID_BODY', 'This needs a request body, which may be {}.'))
  else next()
}
