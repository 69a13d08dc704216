import {
  type CapAdapter,
  type Element,
  entitiesAlong,
  type Entity,
  type Operation,
  partsOf,
  type Query,
  type Segment,
  type Select,
} from '../../cap/odata.ts'

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

/** The operation that a query calls. */
export const operationOf = (query: Query, { service }: CapAdapter): Operation | undefined => {
  const segment = query.SELECT?.from.ref?.at(-1)
  const name = typeof segment === 'object' ? segment.operation : undefined
  if (name === undefined) return undefined
  const [, entity] = [...entitiesAlong(query, service)].at(-1) ?? []
  const { definitions } = service.model as unknown as { definitions: Readonly<Record<string, Operation>> }
  return entity ? entity.actions?.[name] : definitions[name]
}

/** The entity whose records an answer has; undefined for what an operation returns besides. */
export const answered = (query: Query, adapter: CapAdapter): Entity | undefined => {
  const { returns } = operationOf(query, adapter) ?? {}
  const result = (returns?.items ?? returns) as Partial<Entity> | undefined
  if (!operationOf(query, adapter)) return [...entitiesAlong(query, adapter.service)].at(-1)?.[1]
  return result?.kind === 'entity' ? (result as Entity) : undefined
}

/** What the values of a body or of an answer are of: an entity, or what an operation takes or returns. */
export const elementsOf = (query: Query | undefined, adapter: CapAdapter, of: 'params' | 'returns') => {
  const operation = query && operationOf(query, adapter)
  if (!operation) return query && [...entitiesAlong(query, adapter.service)].at(-1)?.[1].elements
  const { returns } = operation
  return of === 'params' ? operation.params : (partsOf(returns ?? ({} as Element)) ?? { value: returns })
}

export const resourceOf = (query: Query, adapter: CapAdapter): Resource => {
  let select: Select | undefined = query.SELECT
  while (select?.from.SELECT) select = select.from.SELECT
  const segments = (select?.from.ref ?? []).filter((segment) => !isOperation(segment))
  const entities = [...entitiesAlong(query, adapter.service)]
  const [segment, entity] = entities.at(-1) ?? []
  const source = entities.at(-2)?.[1]
  const isOne =
    typeof segment === 'object' || (source ? !source.elements?.[segment ?? '']?.is2many : entity?._isSingleton)
  const isRecords = entities.length === segments.length && query._propertyAccess === undefined
  // CAP's drafts cannot be summed up, and neither can what it knows of them.
  const isOfDrafts = !!entity?.name.endsWith('.DraftAdministrativeData')
  return { entity, isRecords, isCollection: isRecords && !isOne && !isOfDrafts }
}
