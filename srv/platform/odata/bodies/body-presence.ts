import { WITH_BODY, hasBody } from './body-type.ts'
import { type Concern, queriesOf, type Request } from '../../cap/odata.ts'
import { badRequest } from '../errors/errors.ts'

/** An action may come without a body: none here has a parameter that must be given. */
export const isAction = (req: Request): boolean => {
  const segment = queriesOf(req)[0]?.SELECT?.from.ref?.at(-1)
  return typeof segment === 'object' && segment.operation !== undefined
}

/** A record is written from a body: CAP creates an empty one from nothing. */
export const bodyPresence: Concern = () => (req, _res, next) => {
  if (!WITH_BODY.includes(req.method) || hasBody(req) || isAction(req)) next()
  else next(badRequest('INVALID_BODY', 'This needs a request body, which may be {}.'))
}
