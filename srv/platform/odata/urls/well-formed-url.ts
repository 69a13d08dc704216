import { badRequest, requestError } from '../errors/errors.ts'
import { textBefore } from './text-before.ts'
import type { Concern } from '../../cap/odata.ts'

/** Names that every JavaScript object answers to: CAP looks path segments up in plain objects. */
const isInherited = (segment: string): boolean => textBefore(segment, '(') in Object.prototype

/** Refuses URLs that cannot be decoded or that name inherited properties, and drops a trailing slash. */
export const wellFormedUrl: Concern = () => (req, _res, next) => {
  let path
  try {
    path = decodeURIComponent(req.path)
    decodeURIComponent(req.url)
    // Half of a character that needs two comes in the text of a batch.
    encodeURI(req.url)
  } catch {
    return next(
      badRequest(
        'INVALID_URL',
        'The URL holds a percent sign that is not part of a percent-encoded character, or half a character.',
      ),
    )
  }
  if (path.split('/').some(isInherited))
    return next(requestError(404, 'NOT_FOUND', 'There is nothing at this address.'))
  if (path.length > 1 && path.endsWith('/')) req.url = req.url.replace(/\/(?=$|\?)/, '')
  next()
}
