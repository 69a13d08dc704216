import { type CapAdapter, entitiesAlong, type Entity, type Query, type Segment, type Select } from '../../cap/odata.ts'

/** What the path of a query addresses. */
interface Resource {
  /** The last entity of the path. */
  readonly entity: Entity | undefined
  /** Whether it is records, and not a property of one. */
  readonly isRecords: boolean
  readonly isCollection: boolean
}

const isOperation = (segment: string | Segment): boolean =>
  typeof segment === 'object' && segment.operation !== undefined

export const resourceOf = (query: Query, adapter: CapAdapter): Resource => {
  let select: Select | undefined = query.SELECT
  while (select?.from.SELECT) select = select.from.SELECT
  const segments = (select?.from.ref ?? []).filter((segment) => !isOperation(segment))
  const entities = [...entitiesAlong(query, adapter.service)]
  const [segment, entity] = entities.at(-1) ?? []
  const source = entities.at(-2)?.[1]
  const isOne = typeof segment === 'object' || (source && !source.elements?.[segment ?? '']?.is2many)
  const isRecords = entities.length === segments.length && query._propertyAccess === undefined
  // CAP's drafts cannot be summed up, and neither can what it knows of them.
  const isOfDrafts = !!entity?.name.endsWith('.DraftAdministrativeData')
  return { entity, isRecords, isCollection: isRecords && !isOne && !isOfDrafts }
}
