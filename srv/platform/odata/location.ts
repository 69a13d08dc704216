import { beforeSend } from './before-send.ts'
import { serviceRoot } from './service-root.ts'
import type { Concern } from './concern.ts'
import type { CapAdapter, CapRequest, Element, Entity, Request } from './cap.ts'

/** Below it a HTTP request has what CAP's handlers work on; a WeakMap would keep both from being collected young. */
const HANDLED = Symbol('handled')

type Handled = Request & { [HANDLED]?: CapRequest }

export const rememberRequest = (req: Handled | undefined, request: CapRequest): CapRequest => {
  if (req) req[HANDLED] = request
  return request
}

/** Whether a request is the one that a client has sent, and not one that a handler makes of it. */
export const isOfClient = (request: { req?: object }): boolean =>
  (request.req as Handled | undefined)?.[HANDLED] === request

/** A value as it stands in a key predicate, ready for a URL. */
export const keyLiteral = (value: unknown, { _type: type }: Element): string =>
  typeof value === 'string' && type !== 'cds.UUID'
    ? `'${encodeURIComponent(value.replaceAll("'", "''"))}'`
    : encodeURIComponent(String(value))

/** A draft is told from the active record by this key, which the tables of drafts do not have. */
const IS_ACTIVE_ENTITY: Element = { name: 'IsActiveEntity', _type: 'cds.Boolean' }

/** The canonical URL of a record below the service root; undefined if its keys are not known. */
export const canonicalPath = (
  target: Entity,
  data: Readonly<Record<string, unknown>>,
  namespace: string,
): string | undefined => {
  const isDraft = target.isDraft ?? target.name.endsWith('.drafts')
  const entity = target.name.replace(/\.drafts$/, '').slice(namespace.length + 1)
  const keys = Object.values(target.keys ?? {}).filter((key) => !key.isAssociation)
  if (isDraft && !target.keys?.['IsActiveEntity']) keys.push(IS_ACTIVE_ENTITY)
  const record: Readonly<Record<string, unknown>> = isDraft ? { ...data, IsActiveEntity: false } : data
  if (keys.length === 0 || keys.some(({ name }) => record[name] === undefined)) return undefined
  const literals = keys.map((key) => [key.name, keyLiteral(record[key.name], key)] as const)
  const predicate = literals
    .map(([name, literal]) => (literals.length === 1 ? literal : `${name}=${literal}`))
    .join(',')
  return `${entity.replaceAll('.', '_')}(${predicate})`
}

/** CAP's own Location of an action's result is relative to the action, or to the service. */
const fromCap = (location: string, root: string): string => root + location.replace(/^(\.\.\/)+/, '')

const absolute = (location: string, adapter: CapAdapter, req: Handled): string => {
  const root = serviceRoot(adapter)
  if (/^https?:/.test(location)) return location
  const { target, data } = req[HANDLED] ?? {}
  const isCreated = !location.startsWith('../') && target && typeof data === 'object'
  const path = isCreated && canonicalPath(target, data as Record<string, unknown>, adapter.service.definition.name)
  return path ? root + path : fromCap(location, root)
}

/**
 * M13, M34: the Location of a new record is an absolute URL that can be read, for drafts too; where nothing but the
 * header is sent, OData-EntityId holds it as well.
 */
export const location: Concern = (adapter) => (req, res, next) => {
  if (req.method === 'GET' || req.method === 'DELETE') return next()
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
