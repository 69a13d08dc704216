import { beforeSend } from './before-send.ts'
import { canonicalPath } from '../urls/canonical-path.ts'
import { answered } from '../urls/resource.ts'
import { type Concern, type Entity, queriesOf } from '../../cap/odata.ts'
import { isStream } from '../urls/allowed-methods.ts'
import { serviceRoot } from '../urls/service-root.ts'

type Row = Record<string, unknown>

const CONTENT_TYPE = '@odata.mediaContentType'

const streamsOf = ({ elements = {} }: Entity): string[] =>
  Object.values(elements).flatMap((element) => (element && isStream(element) ? [element.name] : []))

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
  const entities = Object.values(service.entities as unknown as Readonly<Record<string, Entity>>)
  const hasStreams = entities.some((entity) => streamsOf(entity).length)
  return (req, res, next) => {
    const [query] = hasStreams && req.method === 'GET' ? queriesOf(req) : []
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
