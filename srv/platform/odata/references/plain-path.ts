import { badRequest, requestError } from '../errors/errors.ts'
import { type Entities, isOne, printPath, readPath } from './resource-path.ts'
import type { Concern } from '../../cap/odata.ts'

/** What any segment is that is no key: a name, or an operation with parameters. */
const NAMED = /^[^()?#/%;=\s]+(?:\([^]*\))?$/

/**
 * Paths have one spelling for all that follows: keys in parentheses, and no more of them encoded than has to be. CAP
 * decodes a path as a whole, and then takes a part of it for another segment, or for a query.
 *
 * @see OData 4.01 URL Conventions, section 2: URL Components
 */
export const plainPath: Concern = ({ service }) => {
  const entities = service.entities as unknown as Entities
  return (req, _res, next) => {
    const [sent = '', query] = req.url.split(/\?(.*)/s)
    if (sent !== '/') {
      const path = readPath(sent, entities)
      if (path.rest.includes('')) throw badRequest('INVALID_URL', 'The path has an empty segment.')
      if (!path.rest.every((segment) => NAMED.test(decodeURIComponent(segment))))
        throw requestError(404, 'NOT_FOUND', 'There is nothing at this address.')
      const last = path.steps.at(-1)
      if (last && !isOne(last) && path.rest[0] === '$value')
        throw badRequest('NOT_SUPPORTED', 'A collection has no raw value.')
      req.url = printPath(path) + (query === undefined ? '' : `?${query}`)
    }
    next()
  }
}
