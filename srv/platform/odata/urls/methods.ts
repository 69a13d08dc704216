import { requestError } from '../errors/errors.ts'
import type { Concern } from '../../cap/odata.ts'

/** OPTIONS is answered by express. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** HEAD is answered as GET is. Node itself leaves out the body, since it knows the method from the wire. */
export const methods: Concern = () => (req, res, next) => {
  if (!METHODS.includes(req.method)) {
    res.set('Allow', METHODS.join(', '))
    return next(requestError(405, 'METHOD_NOT_ALLOWED', `The method "${req.method}" is not offered.`))
  }
  if (req.method === 'HEAD') req.method = 'GET'
  next()
}
