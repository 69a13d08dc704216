import cds from '@sap/cds'
import { RecentMap } from '../../plans/index.ts'
import type { CapAdapter, RequestHandler } from '../../cap/odata.ts'
import { type Applied, divideApply, isHierarchical, noteApplied } from '../apply/applied.ts'
import { elementOf, type Entity, type Select } from '../../cap/csn.ts'
import { BadRequest } from '../errors/bad-request.ts'
import { cloneQuery } from '../../cap/clone-query.ts'
import { asClientError } from '../errors/errors.ts'
import { checkOptions } from '../../guard/index.ts'
import { limitsInForce } from '../limits/limits.ts'
import { putOptions } from '../lower/put.ts'
import type { Options } from '../url/nodes.ts'
import { readAliases } from '../url/options.ts'
import { readQuery, parseQueryString, printQueryString } from '../url/query.ts'
import { textBefore } from '../urls/text-before.ts'

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

/** Parses a path and its options: expressions by themselves, and the rest by CAP's parser. */
export const queryParser = ({ service }: CapAdapter) => {
  const limits = limitsInForce()
  const remembered = new RecentMap<string, Known>(REMEMBERED)

  return (baseUrl: string, path: string, query: string, entity: Entity): object => {
    const key = `${path}?${query}`
    const kept = remembered.get(key)
    if (kept) return copyOf(kept)
    const { options: asked, rest } = readQuery(query)
    if (HIDING.test(query)) checkOptions(allOf(asked), limits)
    const parseBy = (text: string): { SELECT?: Select } =>
      parse(`${path}?${text}`, { service, baseUrl, protocol: 'odata' })
    if (isHierarchical(asked.apply)) return parseBy(printQueryString(parseQueryString(query)))
    const { options, steps } = divideApply(asked)
    const aliases = readAliases(rest)
    const plain = rest.filter(({ name }) => !name.startsWith('@') || path.includes(name))
    const parsed = parseBy(printQueryString(plain))
    if (parsed.SELECT) putOptions(parsed.SELECT, options, { entity, aliases })
    const known: Known = { parsed, ...(steps && { applied: { ...steps, aliases } }) }
    remembered.set(key, known)
    return copyOf(known)
  }
}

/**
 * Parses the URL in place of CAP's own middleware. The URL itself stays as the client wrote it, as it is the base of
 * next links.
 */
export const querySemantics = (adapter: CapAdapter): RequestHandler => {
  const entities = adapter.service.entities as unknown as Readonly<Record<string, Entity>>
  const parseOnce = queryParser(adapter)

  return (req, _res, next) => {
    const request = req as typeof req & { _query?: unknown }
    const [path = '', query = ''] = req.url.split(/\?(.*)/s)
    const target = query && !path.endsWith('/$batch') ? targetOf(entities, path) : undefined
    try {
      if (target) {
        if (LIVE_ROWS.test(query) && /(?:\$|%24)apply=/.test(query))
          throw new BadRequest('$apply is not supported with entity=', 'OPTION_NOT_SUPPORTED')
        const options = query.split('&').filter((option) => !(target.isResource && CUSTOM.test(option)))
        request._query = parseOnce(req.baseUrl, path, options.join('&'), target.entity)
      }
    } catch (error) {
      return next(asClientError(error))
    }
    next()
  }
}
