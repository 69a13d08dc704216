import { handledRequest } from '../../../cap/request.ts'
import {
  type CapAdapter,
  type Concern,
  type Element,
  type Query,
  type Request,
  type Segment,
  type ServedService,
  entitiesAlong,
  queriesOf,
} from '../../../cap/odata.ts'
import { beforeSend } from './representation.ts'
import { type Applied, appliedTo } from '../../query/apply/applied.ts'
import { canonicalPath, keyLiteral, serviceRoot } from '../urls/canonical-path.ts'
import { versionOf, type Version } from './content-negotiation.ts'
import { textBefore, readQuery } from '../../url/query.ts'
import type { Options } from '../../url/nodes.ts'

type Row = Record<string, unknown>

const CONTEXT = '@odata.context'
const NEXT_LINK = '@odata.nextLink'

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)

/** The context of a record ends with `/$entity`, in front of which stands what was selected. */
const withList = (context: string, list: string): string =>
  list ? context.replace(/(\/\$entity)?$/, (end) => list + end) : context

/** What `$apply` makes of records has properties of its own; what `concat` puts together has no common ones. */
const aggregatedList = ([list = [], ...more]: NonNullable<Applied['lists']>): string =>
  more.length || !list.length ? '' : `(${listOfPaths(list.map(({ path }) => path))})`

const contextList = (req: Request, query: string): string => {
  const queries = queriesOf(req)
  const applied = appliedTo(queries[0])
  return applied?.isResult ? aggregatedList(applied.lists ?? []) : selectList(query, versionOf(req))
}

const contextOf = (adapter: CapAdapter, req: Request, given: string, query: string): string => {
  const context = given.replace(/^(\.\.\/)*/, '')
  const [first] = queriesOf(req)
  return first?._propertyAccess === undefined
    ? withList(context, contextList(req, query))
    : propertyContext(context, first, adapter.service)
}

/** CAP sends the service document as text. */
const SERVICE_CONTEXT = `{"${CONTEXT}":"`

/**
 * Context URLs and links to further pages are absolute, from the address that the client used: many clients resolve
 * neither. A context names the properties that were selected.
 */
export const absoluteLinks: Concern = (adapter) => (req, res, next) => {
  const [path = '', query = ''] = req.url.split('?', 2)
  beforeSend(res, (body) => {
    const root = serviceRoot(adapter)
    if (typeof body === 'string' && body.startsWith(`${SERVICE_CONTEXT}$metadata`))
      return SERVICE_CONTEXT + root + body.slice(SERVICE_CONTEXT.length)
    if (!isObject(body)) return body
    const { [CONTEXT]: context, [NEXT_LINK]: link } = body
    if (typeof context === 'string') body[CONTEXT] = root + contextOf(adapter, req, context, query)
    // CAP encodes the path of the request once more.
    if (typeof link === 'string' && !/^https?:/.test(link))
      body[NEXT_LINK] = root + path.slice(1) + link.slice(textBefore(link, '?').length)
    return body
  })
  next()
}

/** CAP's own Location of an action's result is relative to the action, or to the service. */
const fromCap = (location: string, root: string): string => root + location.replace(/^(\.\.\/)+/, '')

const absolute = (location: string, adapter: CapAdapter, req: Request): string => {
  const root = serviceRoot(adapter)
  if (/^https?:/.test(location)) return location
  const { target, data } = handledRequest(req) ?? {}
  const isCreated = !location.startsWith('../') && target && typeof data === 'object'
  const path = isCreated && canonicalPath(target, data as Record<string, unknown>, adapter.service.definition.name)
  return path ? root + path : fromCap(location, root)
}

/**
 * The Location of a new record is an absolute URL that can be read, for drafts too; where nothing but the
 * header is sent, OData-EntityId holds it as well.
 */
export const location: Concern = (adapter) => (req, res, next) => {
  if (req.method === 'DELETE') return next()
  beforeSend(res, (body) => {
    const given = res.get('Location')
    if (given && res.statusCode < 300) {
      const url = absolute(given, adapter, req)
      res.set('Location', url)
      if (res.statusCode === 204) res.set('OData-EntityId', url)
    }
    return body
  })
  next()
}

const valuesIn = (segment: string | Segment): ReadonlyMap<string, unknown> => {
  const where = typeof segment === 'string' ? [] : (segment.where ?? [])
  return new Map(
    where.flatMap((token, index) => {
      const value = where[index + 2]
      const name = typeof token === 'object' ? token.ref?.join('_') : undefined
      return name !== undefined && typeof value === 'object' && 'val' in value ? [[name, value.val] as const] : []
    }),
  )
}

/** Puts another key predicate in the place of the given one. */
const withKey = (context: string, keyOf: (given: string) => string): string => {
  const [start, end] = [context.indexOf('('), context.lastIndexOf(')/')]
  if (start < 0 || end < start) return context
  return `${context.slice(0, start)}(${keyOf(context.slice(start + 1, end))})${context.slice(end + 1)}`
}

/**
 * The context of a property with the key of its record as a URL has it: CAP leaves out the quotes.
 *
 * @see OData JSON Format, "Context URL", property value: `#People('x')/name`
 */
function propertyContext(context: string, query: Query, service: ServedService): string {
  const [segment, entity] = [...entitiesAlong(query, service)].at(-1) ?? []
  if (!segment || !entity) return context
  const keys = Object.values(entity.keys ?? {}).filter((key) => !key.isAssociation)
  const values = valuesIn(segment)
  const literal = (key: Element): string => keyLiteral(values.get(key.name), key)
  const [first, ...more] = keys
  if (!first) return context
  if (keys.some(({ name }) => !values.has(name)))
    // A single key CAP has from the record where the path does not tell it.
    return more.length ? context : withKey(context, (value) => keyLiteral(value, first))
  const predicate = more.length ? keys.map((key) => `${key.name}=${literal(key)}`).join(',') : literal(first)
  return withKey(context, () => predicate)
}

function listOf({ select, expand = [] }: Options, version: Version): string {
  const isNew = version === '4.01'
  const expanded = expand
    // References and counts are no part of a record.
    .filter(({ path }) => path.length === 1)
    .map(({ path: [name = ''], options = {} }) => ({
      ...{ name, list: listOf(options, version), isTree: options.levels !== undefined },
    }))
  const names = new Set(expanded.map(({ name }) => name))
  // An expanded navigation makes a list in 4.01; in 4.0 where there is one, or where only a part of it is read.
  const navigations = expanded
    .filter(({ name, list }) => (isNew && name !== '*') || select !== undefined || list)
    .map(({ name, list, isTree }) => `${name}${isNew && isTree ? '+' : ''}${list || '()'}`)
  const properties = (select ?? [])
    .map(({ path, options }) => path.join('/') + (options ? listOf(options, version) : ''))
    .filter((name) => isNew || !names.has(name))
  const items = [...properties, ...navigations]
  return items.length ? `(${items.join(',')})` : ''
}

/**
 * The select list of a context URL, such as `(title,characters(ID))`: which part of each record an answer has. Empty
 * for whole records, and for options that cannot be read.
 *
 * @param query - the query string as the client wrote it
 * @see OData JSON Format, "Context URL", projected and expanded entities
 */
export function selectList(query: string, version: Version = '4.0'): string {
  if (!(version === '4.01' ? /select|expand/i : /select/i).test(query)) return ''
  try {
    return listOf(readQuery(query).options, version)
  } catch {
    // What cannot be read was refused already, or is no list.
    return ''
  }
}

/** Paths as items of a select list: `n`, `show/title` and `show/ID` are `n,show(title,ID)`. */
function listOfPaths(paths: readonly string[]): string {
  const items = new Map<string, string[]>()
  for (const path of paths) {
    const [first = '', ...rest] = path.split('/')
    items.set(first, [...(items.get(first) ?? []), ...(rest.length ? [rest.join('/')] : [])])
  }
  return [...items].map(([name, inner]) => (inner.length ? `${name}(${listOfPaths(inner)})` : name)).join(',')
}
