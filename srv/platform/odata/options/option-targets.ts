import { type Concern, queriesOf } from '../../cap/odata.ts'
import { badRequest } from '../errors/errors.ts'
import { OF_COLLECTIONS } from '../meaning/expanded.ts'
import { resourceOf } from '../urls/resource.ts'

/** An option of a URL that is for collections alone. */
const collectionOption = (url: string): string | undefined =>
  [...url.matchAll(/[?&]\$(\w+)=/g)].map(([, name = '']) => name).find((name) => OF_COLLECTIONS.includes(name))

/** Refuses what CAP does not expect: options of collections at anything else, and $expand at a property. */
export const optionTargets: Concern = (adapter) => (req, _res, next) => {
  const [query] = queriesOf(req)
  if (!query) return next()
  const expands = query.SELECT?.columns?.some((column) => column !== '*' && column.expand !== undefined)
  const option = collectionOption(req.url)
  if (!expands && option === undefined) return next()
  const { isRecords, isCollection } = resourceOf(query, adapter)
  if (!isCollection && option !== undefined) next(badRequest('NOT_SUPPORTED', `$${option} is for collections.`))
  else if (!isRecords && expands) next(badRequest('NOT_SUPPORTED', '$expand is for records and collections of them.'))
  else next()
}
