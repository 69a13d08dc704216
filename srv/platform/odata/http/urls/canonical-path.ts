import cds from '@sap/cds'
import type { CapAdapter, Element, Entity, Request } from '../../../cap/odata.ts'
import { type Resource, resourceAt } from '../../meaning/resource.ts'

/**
 * The absolute URL of a service as the client of this request sees it, with a slash at the end. Behind a proxy that is
 * the proxy's address if the server trusts it. A part of a batch has it from the batch.
 */
export const serviceRoot = ({ service }: CapAdapter): string => {
  const { req } = cds.context?.http as unknown as { req: Request }
  return req.host ? `${req.protocol}://${req.host}${service.path}/` : `${service.path}/`
}

/** Types whose values stand in URLs as they are, though some of them come as texts. */
const UNQUOTED = /^cds\.(UUID|U?Int\d+|Integer|Integer64|Decimal|Double|Date|Time|DateTime|Timestamp|Boolean)$/

/** A value as it stands in a key predicate, ready for a URL. */
export const keyLiteral = (value: unknown, { _type: type = '' }: Element): string =>
  typeof value === 'string' && !UNQUOTED.test(type)
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
  const entity = target.name.replace(/\.drafts$/, '').slice(namespace.length + 1)
  if (target._isSingleton) return entity
  const isDraft = target.isDraft ?? target.name.endsWith('.drafts')
  const keys = Object.values(target.keys ?? {}).filter((key) => !key.isAssociation)
  if (isDraft && !target.keys?.['IsActiveEntity']) keys.push(IS_ACTIVE_ENTITY)
  const record: Readonly<Record<string, unknown>> = isDraft ? { ...data, IsActiveEntity: false } : data
  if (keys.length === 0 || keys.some(({ name }) => record[name] === undefined)) return undefined
  const [only, ...more] = keys.map((key) => [key.name, keyLiteral(record[key.name], key)] as const)
  const predicate = more.length ? [only, ...more].map((pair) => pair?.join('=')).join() : only?.[1]
  return `${entity.replaceAll('.', '_')}(${String(predicate)})`
}

/** What stands for a record in an answer: its absolute URL. Each record that was read has its key. */
export const referenceTo = (row: object, entity: Entity, adapter: CapAdapter): { readonly '@odata.id': string } => {
  const path = canonicalPath(entity, row as Record<string, unknown>, adapter.service.definition.name)
  if (path === undefined) throw new Error(`A record of ${entity.name} was read without its key`)
  return { '@odata.id': serviceRoot(adapter) + path }
}

const isForeign = (url: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(url)

/** What stands below the service root in the URL of a record; undefined for a URL that is not of this service. */
const belowRoot = (url: string, adapter: CapAdapter): string | undefined => {
  const root = serviceRoot(adapter)
  for (const start of [root, `${adapter.service.path}/`]) if (url.startsWith(start)) return url.slice(start.length)
  return isForeign(url) ? undefined : url.replace(/^(?:\.\.\/)+/, '')
}

/** A URL may come with characters that belong encoded, as it was decoded with the text that it stands in. */
const encoded = (url: string): string =>
  encodeURI(url)
    .replaceAll('%25', '%')
    .replace(/[?#]/g, (char) => encodeURIComponent(char))

/**
 * The path of the record that an entity-id names: absolute, from the root of the host, or relative to the service root
 * or to a resource below it. Undefined where it is no record of this service.
 */
export const pathOfId = (id: unknown, adapter: CapAdapter): Resource | undefined => {
  const below = typeof id === 'string' && id.isWellFormed() ? belowRoot(id, adapter) : undefined
  try {
    const path = resourceAt(encoded(below ?? ''), adapter.service)
    return path.records.length > 0 && path.rest.length === 0 ? path : undefined
  } catch {
    // What cannot be decoded, or has no key, names nothing.
    return undefined
  }
}
