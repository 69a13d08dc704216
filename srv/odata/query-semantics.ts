import cds from '@sap/cds'
import { RecentMap } from '../plans/index.ts'
import type { CapAdapter, RequestHandler } from './cap.ts'
import type { Entity } from './csn.ts'
import { elementOf } from './csn.ts'
import { BadRequest } from './bad-request.ts'
import { cloneQuery } from './clone-query.ts'
import { asClientError } from './client-error.ts'
import { checkOptions } from '../guard/index.ts'
import { limitsInForce } from './limits.ts'
import { nestedOptions } from './options/nested-options.ts'
import { parseQueryString, printQueryString } from './options/query-string.ts'
import { rewriteOptions } from './options/rewrite.ts'
import { textBefore } from './text-before.ts'

type ODataParser = (url: string, options: object) => object

const { parse } = (cds as unknown as { odata: { parse: ODataParser } }).odata

interface Target {
  readonly entity: Entity
  /** Whether all of the path is entities and their elements, so that options without `$` or `@` mean nothing. */
  readonly isResource: boolean
}

/** What a resource path leads to; undefined where it leads to no entity, which CAP answers. */
function targetOf(entities: Readonly<Record<string, Entity>>, path: string): Target | undefined {
  const [first = '', ...rest] = path.split('/').filter(Boolean)
  const name = (segment: string): string => textBefore(segment, '(')
  if (!Object.hasOwn(entities, name(first))) return undefined
  let entity = entities[name(first)]
  let isResource = true
  for (const segment of rest) {
    const element = elementOf(entity, name(segment))
    isResource &&= element !== undefined
    entity = element?._target ?? entity
  }
  return entity && { entity, isResource }
}

/** An option that OData leaves to clients, such as `sap-client=100`. */
const CUSTOM = /^[a-z_][\w.-]*(?:=|$)/i

/** An apostrophe in a search within `$expand`, which no reader of the whole tells from the beginning of a text. */
const HIDING = /search.*(?:'|%27)/is

/** Queries by path and options; clients decide how many there are. */
const REMEMBERED = 500

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
  const limits = limitsInForce()
  const known = new RecentMap<string, object>(REMEMBERED)

  const parseOnce = (baseUrl: string, path: string, query: string, entity: Entity): object => {
    const key = `${path}?${query}`
    const kept = known.get(key)
    if (kept) return cloneQuery(kept)
    const decoded = decodedOptions(query)
    if (HIDING.test(query))
      checkOptions(
        nestedOptions(decoded).map(({ name, value }) => `${name}=${value}`),
        limits,
      )
    const options = rewriteOptions(decoded, entity)
    const parsed = parse(`${path}?${printQueryString(options)}`, { service, baseUrl, protocol: 'odata' })
    known.set(key, parsed)
    return cloneQuery(parsed)
  }

  return (req, _res, next) => {
    const request = req as typeof req & { _query?: unknown }
    const [path = '', query = ''] = req.url.split(/\?(.*)/s)
    const target = query && !path.endsWith('/$batch') ? targetOf(entities, path) : undefined
    try {
      if (target) {
        const options = query.split('&').filter((option) => !(target.isResource && CUSTOM.test(option)))
        request._query = parseOnce(req.baseUrl, path, options.join('&'), target.entity)
      }
    } catch (error) {
      return next(asClientError(error))
    }
    next()
  }
}
