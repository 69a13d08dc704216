import { requestError } from './errors.ts'
import type { Interceptor } from './request.ts'

const namesAny = (condition: string): boolean => condition.split(',').some((tag) => tag.trim() === '*')

/**
 * If-Match where CAP passes over it: at entities without an ETag, and at a POST to a collection. What exists matches
 * `*`, and nothing has a tag that could match any other. Reads at top level have one, of their body, which is looked
 * at when they are answered.
 *
 * @see RFC 9110, section 13.1.1
 */
export const ifMatchWithoutEtag: Interceptor = (request, next) => {
  const { headers, event, target, protocol, query } = request
  if (protocol !== 'odata') return next()
  const condition = headers['if-match']
  if (condition === undefined || namesAny(condition)) return next()
  const { req } = request as { req?: { _subrequest?: boolean } }
  const isLookedAtByCap = target?._etag && event !== 'CREATE' && event !== 'NEW' && (!query?.SELECT || query.SELECT.one)
  if (isLookedAtByCap || (event === 'READ' && !req?._subrequest)) return next()
  throw requestError(412, '412', 'Nothing here has the ETag that the request demands.')
}
