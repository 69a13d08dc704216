import { allowedMethods } from './allowed-methods.ts'
import { requestError } from '../errors/errors.ts'
import type { Concern } from '../../cap/odata.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * HEAD is answered as GET is: Node itself leaves out the body, since it knows the method from the wire. OPTIONS tells
 * what there is. A count is only read: CAP would create a record of its collection.
 */
export const methods: Concern = (adapter) => (req, res, next) => {
  const isKnown = METHODS.includes(req.method)
  const allowed = (): readonly string[] => (isKnown ? allowedMethods(adapter, req) : METHODS)
  if (req.method === 'HEAD') req.method = 'GET'
  if (req.method === 'OPTIONS') res.set('Allow', allowed().join(', ')).sendStatus(204)
  else if (isKnown && (req.method === 'GET' || !req.path.endsWith('/$count'))) next()
  else {
    res.set('Allow', allowed().join(', '))
    next(requestError(405, 'METHOD_NOT_ALLOWED', `The method "${req.method}" is not offered here.`))
  }
}
