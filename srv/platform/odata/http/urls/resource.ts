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
  annotation,
  type Concern,
  type Failure,
  type Request,
  type Response,
  queriesOf,
} from '../../../cap/odata.ts'
import { requestError } from '../../protocol/errors.ts'
import { endOf, type Step } from '../../meaning/resource.ts'
import { textBefore } from '../../url/query.ts'
import { isStructure } from '../../protocol/structures.ts'

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
export const operationOf = (query: Query, adapter: CapAdapter): Operation | undefined => {
  const segment = query.SELECT?.from.ref?.at(-1)
  const name = typeof segment === 'object' ? segment.operation : undefined
  if (name === undefined) return undefined
  const entity = lastEntity(query, adapter)
  const { definitions } = adapter.service.model as unknown as { definitions: Readonly<Record<string, Operation>> }
  return entity ? entity.actions?.[name] : definitions[name]
}

const lastEntity = (query: Query, { service }: CapAdapter): Entity | undefined =>
  [...entitiesAlong(query, service)].at(-1)?.[1]

/** The entity whose records an answer has; undefined for what an operation returns besides. */
export const answered = (query: Query, adapter: CapAdapter): Entity | undefined => {
  const operation = operationOf(query, adapter)
  if (!operation) return lastEntity(query, adapter)
  const result = (operation.returns?.items ?? operation.returns) as Partial<Entity> | undefined
  return result?.kind === 'entity' ? (result as Entity) : undefined
}

/** What the values of a body or of an answer are of: an entity, or what an operation takes or returns. */
export const elementsOf = (query: Query | undefined, adapter: CapAdapter, of: 'params' | 'returns') => {
  const operation = query && operationOf(query, adapter)
  if (!operation) return query && lastEntity(query, adapter)?.elements
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
  const isOfDrafts = !!entity?.name.endsWith(`.${BOOKKEEPING}`)
  return { entity, isRecords, isCollection: isRecords && !isOne && !isOfDrafts }
}

const READS = ['GET', 'HEAD'] as const

/** Elements that a record is found by, that are derived, or that the server keeps. */
export const isFixed = (element: Element): boolean =>
  !!element.key ||
  !!(element as { virtual?: boolean }).virtual ||
  ['@Core.Computed', '@Core.Immutable', '@readonly', '@odata.etag'].some(
    (name) => !!annotation(element, name as `@${string}`),
  )

const BOOKKEEPING = 'DraftAdministrativeData'

const isReadOnly = (entity: Entity | undefined): boolean =>
  !!annotation(entity, '@readonly') || !!entity?.name.endsWith(`.${BOOKKEEPING}`)

/** What the model denies for all records of an entity, by the method that would do it. */
const DENIED: Readonly<Record<string, string>> = {
  POST: 'InsertRestrictions.Insertable',
  PATCH: 'UpdateRestrictions.Updatable',
  PUT: 'UpdateRestrictions.Updatable',
  DELETE: 'DeleteRestrictions.Deletable',
}

const isDenied = ({ kind, entity }: Step, method: string): boolean => {
  const of = kind === 'property' || kind === 'value' ? 'PATCH' : method
  return annotation(entity, `@Capabilities.${DENIED[of] ?? ''}`) === false
}

const changesOf = ({ kind, entity, element, isPart }: Step): readonly string[] => {
  if (isReadOnly(entity)) return []
  if (kind === 'collection') return isPart ? ['POST', 'PATCH'] : []
  if (kind === 'record') {
    const isLasting = entity?._isSingleton && !element && !annotation(entity, '@odata.singleton.nullable')
    return isPart ? ['PATCH', 'PUT', ...(isLasting ? [] : ['DELETE'])] : ['DELETE']
  }
  if (!element || isFixed(element) || !isPart) return []
  const isWhole = kind === 'property' && isStructure(element)
  const canBeEmpty = !annotation(element, '@mandatory')
  return [...(isWhole ? ['PATCH'] : []), 'PUT', ...(canBeEmpty ? ['DELETE'] : [])]
}

/** Whether a property is bytes with a media type of their own. */
export const isStream = (element: Element | undefined): boolean =>
  element?._type === 'cds.LargeBinary' && !!annotation(element, '@Core.MediaType')

/** The methods that do something at the address of a request: what `Allow` tells where another was tried. */
export function allowedMethods({ service }: CapAdapter, req: Request): readonly string[] {
  const path = textBefore(req.url, '?')
  if (path === '/$batch') return ['POST']
  const place = endOf(path, service)
  if (!place) return READS
  if (place.kind === 'operation') return place.operation?.kind === 'function' ? READS : ['POST']
  if (place.element?.name === BOOKKEEPING && place.kind === 'record') return [...READS, 'PATCH', 'DELETE']
  return [...READS, ...changesOf(place).filter((method) => !isDenied(place, method))]
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const tellAllowed = (res: Response, allowed: readonly string[]): Response => res.set('Allow', allowed.join(', '))
const notOffered = ({ method }: Request): Failure =>
  requestError(405, 'METHOD_NOT_ALLOWED', `The method "${method}" is not offered here.`)

/**
 * HEAD is answered as GET is: Node itself leaves out the body, since it knows the method from the wire. OPTIONS tells
 * what there is. A count is only read: CAP would create a record of its collection.
 */
export const methods: Concern = (adapter) => (req, res, next) => {
  const isKnown = METHODS.includes(req.method)
  if (req.method === 'HEAD') req.method = 'GET'
  if (isKnown && req.method !== 'OPTIONS' && (req.method === 'GET' || !req.path.endsWith('/$count'))) return next()
  tellAllowed(res, isKnown ? allowedMethods(adapter, req) : METHODS)
  if (req.method === 'OPTIONS') res.sendStatus(204)
  else next(notOffered(req))
}

/**
 * Refuses changes that CAP answers as if they had been made: to keys and to what the server keeps, by the address of
 * the property; and PUT to a collection, which would have to replace all of it.
 */
export const fixedResources: Concern = (adapter) => (req, res, next) => {
  const [query] = ['PUT', 'PATCH', 'DELETE'].includes(req.method) ? queriesOf(req) : []
  if (!query) return next()
  const { entity, isCollection } = resourceOf(query, adapter)
  const property = query._propertyAccess === undefined ? undefined : entity?.elements?.[query._propertyAccess]
  const isLasting = entity?._isSingleton && !allowedMethods(adapter, req).includes(req.method)
  if (!(property && isFixed(property)) && !(isCollection && req.method === 'PUT') && !isLasting) return next()
  tellAllowed(res, allowedMethods(adapter, req))
  next(notOffered(req))
}
