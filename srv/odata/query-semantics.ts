import cds from '@sap/cds'
import type { CapAdapter, RequestHandler } from './cap.ts'
import type { Entity } from './csn.ts'
import { elementOf } from './csn.ts'
import { BadRequest } from './bad-request.ts'
import { asClientError } from './client-error.ts'
import { parseQueryString, printQueryString } from './options/query-string.ts'
import { rewriteOptions } from './options/rewrite.ts'
import { textBefore } from './text-before.ts'

type ODataParser = (url: string, options: object) => unknown

const { parse } = (cds as unknown as { odata: { parse: ODataParser } }).odata

/** The entity that a resource path leads to; undefined where it leads to none, which CAP answers. */
function targetOf(entities: Readonly<Record<string, Entity>>, path: string): Entity | undefined {
  const [first = '', ...rest] = path.split('/').filter(Boolean)
  const name = (segment: string): string => textBefore(segment, '(')
  const root = Object.hasOwn(entities, name(first)) ? entities[name(first)] : undefined
  return rest.reduce((entity, segment) => elementOf(entity, name(segment))?._target ?? entity, root)
}

const decodedOptions = (query: string): ReturnType<typeof parseQueryString> => {
  try {
    return parseQueryString(query)
  } catch {
    throw new BadRequest('Malformed percent-encoding')
  }
}

/**
 * Parses the URL in place of CAP's own middleware, after putting query options into a form that CAP's parser
 * understands. The URL itself stays as the client wrote it, as it is the base of next links.
 */
export const querySemantics = ({ service }: CapAdapter): RequestHandler => {
  const entities = service.entities as unknown as Readonly<Record<string, Entity>>
  return (req, _res, next) => {
    const request = req as typeof req & { _query?: unknown }
    const [path = '', query = ''] = req.url.split(/\?(.*)/s)
    const entity = query && !path.endsWith('/$batch') ? targetOf(entities, path) : undefined
    try {
      if (entity) {
        const options = rewriteOptions(decodedOptions(query), entity)
        const url = `${path}?${printQueryString(options)}`
        request._query = parse(url, { service, baseUrl: req.baseUrl, protocol: 'odata' })
      }
    } catch (error) {
      return next(asClientError(error))
    }
    next()
  }
}
