import { type Concern, queriesOf } from '../../cap/odata.ts'
import { allowedMethods, isFixed } from '../urls/allowed-methods.ts'
import { requestError } from '../errors/errors.ts'
import { resourceOf } from '../urls/resource.ts'

const isChange = (method: string): boolean => method === 'PUT' || method === 'PATCH' || method === 'DELETE'

/**
 * Refuses changes that CAP answers as if they had been made: to keys and to what the server keeps, by the address of
 * the property; and PUT to a collection, which would have to replace all of it.
 */
export const fixedResources: Concern = (adapter) => (req, res, next) => {
  const [query] = isChange(req.method) ? queriesOf(req) : []
  if (!query) return next()
  const { entity, isCollection } = resourceOf(query, adapter)
  const property = query._propertyAccess === undefined ? undefined : entity?.elements?.[query._propertyAccess]
  const isLasting = entity?._isSingleton && !allowedMethods(adapter, req).includes(req.method)
  if ((property && isFixed(property)) || (isCollection && req.method === 'PUT') || isLasting) {
    res.set('Allow', allowedMethods(adapter, req).join(', '))
    next(requestError(405, 'METHOD_NOT_ALLOWED', `The method "${req.method}" is not offered here.`))
  } else next()
}
