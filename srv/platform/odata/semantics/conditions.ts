import { existsAt } from './exists-at.ts'
import { requestError } from '../errors/errors.ts'
import { isOfClient } from '../../cap/handled-request.ts'
import { finalFailure } from './upsert.ts'
import type { Interceptor, Request, Transaction } from '../../cap/request.ts'

const namesAny = (condition: string): boolean => condition.split(',').some((tag) => tag.trim() === '*')

/** Whether a tag is demanded of what has none. Reads at top level have one, of their body, looked at as they are sent. */
const demandsMissingTag = (request: Request): boolean => {
  const { headers, event, target, query } = request
  const condition = headers['if-match']
  if (condition === undefined || namesAny(condition)) return false
  const { req } = request as { req?: { _subrequest?: boolean } }
  if (event === 'READ' && !req?._subrequest) return false
  return !target?._etag || event === 'CREATE' || (event === 'READ' && !query?.SELECT?.one)
}

const expectNothing = async ({ query }: Request, tx: Transaction): Promise<void> => {
  const path = query?.UPDATE?.entity.ref ?? query?.DELETE?.from.ref
  if (path && (await existsAt(path, tx)))
    throw finalFailure(412, '412', 'There is something here, where the request demands that there is nothing.')
}

/**
 * Conditions that CAP passes over: If-Match at entities without an ETag and at a POST to a collection, where what
 * exists matches `*` and nothing has a tag that could match any other; and `If-None-Match: *`, which is for creating.
 *
 * @see RFC 9110, sections 13.1.1 and 13.1.2
 */
export const conditions: Interceptor = async (request, next, tx) => {
  if (request.protocol !== 'odata' || !isOfClient(request)) return next()
  if (demandsMissingTag(request)) throw requestError(412, '412', 'Nothing here has the ETag that the request demands.')
  const { 'if-none-match': unwanted } = request.headers
  if (unwanted !== undefined && request.event !== 'READ' && namesAny(unwanted)) await expectNothing(request, tx)
  return next()
}
