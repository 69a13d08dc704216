import cds from '@sap/cds'
import { isReferable } from '../../meaning/edm.ts'
import { answered, isStream } from '../urls/resource.ts'
import { canonicalPath, serviceRoot } from '../urls/canonical-path.ts'
import { isRecord } from '../../protocol/exact-json.ts'
import { appliedTo } from '../../query/apply/applied.ts'
import { beforeSend } from './representation.ts'
import { jsonFormatOf, versionOf } from './content-negotiation.ts'
import { type CapAdapter, type Concern, type Entity, queriesOf } from '../../../cap/odata.ts'

type Row = Record<string, unknown>

/** A property, a navigation property, or what else has a type in CSDL JSON. */
interface Typed {
  readonly $Kind?: string
  readonly $Type?: string
  readonly $Collection?: boolean
}
interface Operation extends Typed {
  readonly $IsBound?: boolean
  readonly $Parameter?: readonly Typed[]
}
type Type = Readonly<Record<string, Typed | undefined>>
type Schema = Readonly<Record<string, Type | readonly Operation[] | undefined>>

type ToEdm = (model: unknown, options: { service: string }) => Readonly<Record<string, Schema>>

/** What JSON tells by itself. */
const PLAIN: readonly (string | undefined)[] = [undefined, 'Edm.String', 'Edm.Boolean', 'Edm.Double']

/** Describes the records of a service, of which it makes a schema when it is first asked. */
class Description {
  private readonly namespace: string
  private readonly schema: Schema
  private readonly root: string
  private readonly hash: string

  constructor(schema: Schema, adapter: CapAdapter, isNew: boolean) {
    this.schema = schema
    this.namespace = adapter.service.definition.name
    this.root = serviceRoot(adapter)
    // Names of built-in types begin without it in 4.01.
    this.hash = isNew ? '' : '#'
  }

  /** A record with all that can be said of it; it has links where its entity is known. */
  of(row: Row, typeName: string, entity?: Entity): Row {
    const type = this.typeNamed(typeName)
    if (!type) return row
    const { '@odata.context': context, ...rest } = row
    const path = entity && isReferable(entity) ? canonicalPath(entity, row, this.namespace) : undefined
    const id = path === undefined ? undefined : this.root + path
    const described: Row = {
      ...(context !== undefined && { '@odata.context': context }),
      '@odata.type': `#${this.namespace}.${typeName}`,
      ...(id !== undefined && { '@odata.id': id, '@odata.editLink': path, ...this.actionsOf(typeName, id) }),
    }
    for (const [name, value] of Object.entries(rest)) {
      const property = Object.hasOwn(type, name) ? type[name] : undefined
      if (property && value !== null) Object.assign(described, this.typeOf(name, property))
      described[name] = property ? this.valueOf(value, property, entity?.elements?.[name]?._target) : value
    }
    return id === undefined ? described : { ...described, ...linksOf(type, id) }
  }

  private typeNamed(name: string): Type | undefined {
    const type = Object.hasOwn(this.schema, name) ? this.schema[name] : undefined
    return Array.isArray(type) ? undefined : (type as Type | undefined)
  }

  private valueOf(value: unknown, { $Type = '' }: Typed, target?: Entity): unknown {
    const name = $Type.startsWith(`${this.namespace}.`) ? $Type.slice(this.namespace.length + 1) : undefined
    if (name === undefined) return value
    if (Array.isArray(value)) return value.map((each: unknown) => (isRecord(each) ? this.of(each, name, target) : each))
    return isRecord(value) ? this.of(value, name, target) : value
  }

  private typeOf(name: string, { $Kind, $Type, $Collection }: Typed): Row {
    if ($Kind === 'NavigationProperty' || $Type === 'Edm.Stream' || (!$Collection && PLAIN.includes($Type))) return {}
    const [, builtIn] = /^Edm\.(.*)/.exec($Type ?? 'Edm.String') ?? []
    const type = builtIn ?? String($Type)
    const hash = builtIn === undefined || $Collection ? '#' : this.hash
    return { [`${name}@odata.type`]: hash + ($Collection ? `Collection(${type})` : type) }
  }

  private actionsOf(typeName: string, id: string): Row {
    const own = `${this.namespace}.${typeName}`
    const isOfRecord = ({ $IsBound, $Parameter: [binding] = [] }: Operation): boolean =>
      $IsBound === true && binding?.$Type === own && !binding.$Collection
    return Object.fromEntries(
      Object.entries(this.schema)
        .filter(([, definition]) => Array.isArray(definition) && (definition as Operation[]).some(isOfRecord))
        .map(([name]) => [`#${this.namespace}.${name}`, { title: name, target: `${id}/${this.namespace}.${name}` }]),
    )
  }
}

/** The links to what a record leads to, and to its streams. */
const linksOf = (type: Type, id: string): Row => {
  const links: Row = {}
  for (const [name, property] of Object.entries(type)) {
    if (property?.$Kind === 'NavigationProperty')
      Object.assign(links, {
        [`${name}@odata.associationLink`]: `${id}/${name}/$ref`,
        [`${name}@odata.navigationLink`]: `${id}/${name}`,
      })
    if (property?.$Type === 'Edm.Stream') links[`${name}@odata.mediaReadLink`] = `${id}/${name}`
  }
  return links
}

/** Types and links of all that an answer has, for those who ask for `metadata=full`. */
export const fullMetadata: Concern = (adapter) => {
  const { service } = adapter
  const { edm } = cds.compile.to as unknown as { edm: ToEdm }
  let schema: Schema | undefined
  return (req, res, next) => {
    const [query] = jsonFormatOf(req).metadata === 'full' ? queriesOf(req) : []
    const entity = query && answered(query, adapter)
    if (!entity || query._propertyAccess !== undefined || appliedTo(query)?.isResult) return next()
    beforeSend(res, (body) => {
      if (!isRecord(body) || res.statusCode >= 300) return body
      schema ??= edm(service.model, { service: service.definition.name })[service.definition.name] ?? {}
      const description = new Description(schema, adapter, versionOf(req) === '4.01')
      const type = entity.name
        .replace(/\.drafts$/, '')
        .slice(service.definition.name.length + 1)
        .replaceAll('.', '_')
      const { value } = body
      if (!Array.isArray(value)) return description.of(body, type, entity)
      return { ...body, value: (value as Row[]).map((row) => description.of(row, type, entity)) }
    })
    next()
  }
}

const CONTENT_TYPE = '@odata.mediaContentType'

const streamsOf = ({ elements = {} }: Entity): string[] =>
  Object.values(elements).flatMap((element) => (element && isStream(element) ? [element.name] : []))

export const hasStreams = ({ service }: CapAdapter): boolean =>
  Object.values(service.entities as unknown as Readonly<Record<string, Entity>>).some((each) => streamsOf(each).length)

/** Puts the address of each stream, and the ETag of its record, beside the type that CAP tells. */
const addLinks = (
  value: unknown,
  entity: Entity,
  addressOf: (row: Row, entity: Entity) => string | undefined,
): void => {
  if (Array.isArray(value)) for (const row of value) addLinks(row, entity, addressOf)
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value as Row)) {
      const target = entity.elements?.[name]?._target
      if (target) addLinks(field, target, addressOf)
      if (!name.endsWith(CONTENT_TYPE) || field === null) continue
      const stream = name.slice(0, -CONTENT_TYPE.length)
      const row = value as Row
      const address = addressOf(row, entity)
      if (address !== undefined) row[`${stream}@odata.mediaReadLink`] ??= `${address}/${stream}`
      if (row['@odata.etag'] !== undefined) row[`${stream}@odata.mediaEtag`] = row['@odata.etag']
    }
}

/**
 * Records tell of their streams: type, address and ETag, unless `$select` names other properties.
 *
 * @see OData JSON Format 4.01, section 9: Stream Property
 */
export const mediaLinks: Concern = (adapter) => {
  const { service } = adapter
  return (req, res, next) => {
    const [query] = req.method === 'GET' ? queriesOf(req) : []
    const entity = query && answered(query, adapter)
    if (!query?.SELECT || !entity || query._propertyAccess !== undefined) return next()
    const { columns = ['*'] } = query.SELECT
    if (columns.includes('*') && !query.SELECT.from.SELECT)
      query.SELECT.columns = [...columns, ...streamsOf(entity).map((name) => ({ ref: [name] }))]
    beforeSend(res, (body) => {
      if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body
      const { value } = body as Row
      addLinks(Array.isArray(value) ? value : body, entity, (row, of) => {
        const path = canonicalPath(of, row, service.definition.name)
        return path && serviceRoot(adapter) + path
      })
      return body
    })
    next()
  }
}
