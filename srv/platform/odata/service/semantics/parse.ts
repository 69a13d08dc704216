import { RecentMap } from '../../../../read-cache/recent-map.ts'
import {
  capParser,
  type CapAdapter,
  parseUrl,
  type Query,
  type Request,
  type RequestHandler,
} from '../../../cap/odata.ts'
import { type Applied, divideApply, isHierarchical, noteApplied } from '../../query/apply/applied.ts'
import { cloneQuery } from '../../../cap/request.ts'
import { asClientError, badRequest } from '../../protocol/errors.ts'
import { checkOptions } from '../../../guard/index.ts'
import { limitsInForce } from '../../protocol/limits.ts'
import { putOptions } from '../../query/lower/put.ts'
import { resourceQuery } from '../../query/lower/resource.ts'
import { resourceAt } from '../../meaning/resource.ts'
import { putPage } from '../../http/paging/pages.ts'
import type { Options } from '../../url/nodes.ts'
import { namesOf, readAliases, parseQueryString, printQueryString, readQuery } from '../../url/query.ts'

/** An option that OData leaves to clients, such as `sap-client=100`. */
const CUSTOM = /^[a-z_][\w.-]*(?:=|$)/i

/** Rows of other entities, which a handler of its own reads. */
const LIVE_ROWS = /(?:^|&)entity=/

/** An apostrophe in a search within `$expand`, which no reader of the whole tells from the beginning of a text. */
const HIDING = /search.*(?:'|%27)/is

/** All options, those in parentheses by themselves. */
const allOf = ({ written = [], expand = [] }: Options): string[] => [
  ...written.flatMap(({ name, value }) => (name === '$expand' ? [] : [`${name}=${value}`])),
  ...expand.flatMap(({ options = {} }) => allOf(options)),
]

/** Queries by path and options; clients decide how many there are. */
const REMEMBERED = 500

/** A query as it was parsed, and what `$apply` asks for besides. */
interface Known {
  readonly parsed: object
  readonly applied?: Applied
}

const copyOf = ({ parsed, applied }: Known): object => {
  const query = cloneQuery(parsed)
  if (applied) noteApplied(query, { ...applied })
  return query
}

/** The query of a path and its options. CAP's own parser is left for hierarchies and for views with parameters. */
export const queryParser = ({ service }: CapAdapter) => {
  const limits = limitsInForce()
  const remembered = new RecentMap<string, Known>(REMEMBERED)

  return (path: string, sent: string): object => {
    const resource = resourceAt(path, service)
    const isOfRecords = !resource.steps.some(({ kind }) => kind === 'operation')
    const query = isOfRecords ? withoutCustom(sent) : sent
    const key = `${path}?${query}`
    const kept = remembered.get(key)
    if (kept) return copyOf(kept)
    const { options: asked, rest } = readQuery(query)
    if (HIDING.test(query)) checkOptions(allOf(asked), limits)
    if (isHierarchical(asked.apply)) return parseUrl(`${path}?${printQueryString(parseQueryString(query))}`, service)
    const { options, steps } = divideApply(asked)
    const aliases = readAliases(rest)
    const own = resourceQuery(resource, rest)
    const parsed: Query =
      own ??
      parseUrl(
        `${path}?${printQueryString(rest.filter(({ name }) => !name.startsWith('@') || path.includes(name)))}`,
        service,
      )
    const entity = resource.records.at(-1)?.entity
    if (own?.SELECT) putPage(own.SELECT, rest)
    if (parsed.SELECT && entity) putOptions(parsed.SELECT as never, options, { entity, aliases })
    else if (namesOf(options).length)
      throw badRequest('NOT_SUPPORTED', 'There are no records here that options could be about.')
    const known: Known = { parsed, ...(steps && { applied: { ...steps, aliases } }) }
    remembered.set(key, known)
    return copyOf(known)
  }
}

/** Options that mean nothing where no function takes them for a parameter. */
const withoutCustom = (query: string): string =>
  query
    .split('&')
    .filter((option) => !CUSTOM.test(option))
    .join('&')

const isResource = ({ path }: Request): boolean => path !== '/' && path !== '/$metadata' && path !== '/$batch'

const isObject = (body: unknown): boolean => typeof body === 'object' && body !== null && !Array.isArray(body)

/** The column that CAP ties a draft to its administration by; it is in no `$metadata`. */
const DRAFT_ID = 'DraftAdministrativeData_DraftUUID'

/**
 * Reads the URL, and the body by CAP's own middleware, which then passes over the URL. That stays as the client wrote it,
 * as it is the base of next links.
 */
export const parse = (adapter: CapAdapter): RequestHandler => {
  const readBody = capParser(adapter)
  const queryOf = queryParser(adapter)
  return (req, res, next) => {
    if (!isResource(req)) return next()
    try {
      const [path = '', query = ''] = req.url.split(/\?(.*)/s)
      if (req.url.includes(DRAFT_ID)) throw badRequest('BAD_REQUEST', `There is no property "${DRAFT_ID}".`)
      if (LIVE_ROWS.test(query) && /(?:\$|%24)apply=/.test(query))
        throw badRequest('OPTION_NOT_SUPPORTED', '$apply is not supported with entity=')
      Object.assign(req, { _query: queryOf(path, query) })
      void readBody(req, res, (error?: unknown) => {
        if (error) next(asClientError(error))
        else if (req.body !== undefined && !isObject(req.body))
          next(badRequest('INVALID_BODY', 'The request body must be a JSON object.'))
        else next()
      })
    } catch (error) {
      next(asClientError(error))
    }
  }
}
