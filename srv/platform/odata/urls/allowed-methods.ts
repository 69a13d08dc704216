import {
  annotation,
  type CapAdapter,
  type Concern,
  type Element,
  type Entity,
  type Request,
  queriesOf,
} from '../../cap/odata.ts'
import { requestError } from '../errors/errors.ts'
import { endOf, type Step } from '../meaning/resource.ts'
import { resourceOf } from './resource.ts'
import { textBefore } from '../url/query.ts'
import { isStructure } from '../values/structures.ts'

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

/**
 * HEAD is answered as GET is: Node itself leaves out the body, since it knows the method from the wire. OPTIONS tells
 * what there is. A count is only read: CAP would create a record of its collection.
 */
export const methods: Concern = (adapter) => (req, res, next) => {
  const isKnown = METHODS.includes(req.method)
  const allowed = (): readonly string[] => (isKnown ? allowedMethods(adapter, req) : METHODS)
  if (req.method === 'HEAD') req.method = 'GET'
  if (req.method === 'OPTIONS') res.set('Allow', allowed().join(', ')).sendStatus(204)
  else if (isKnown && (req.method === 'GET' || !req.path.endsWith('/$count'))) next()
  else {
    res.set('Allow', allowed().join(', '))
    next(requestError(405, 'METHOD_NOT_ALLOWED', `The method "${req.method}" is not offered here.`))
  }
}

const isChange = (method: string): boolean => method === 'PUT' || method === 'PATCH' || method === 'DELETE'

/**
 * Refuses changes that CAP answers as if they had been made: to keys and to what the server keeps, by the address of
 * the property; and PUT to a collection, which would have to replace all of it.
 */
export const fixedResources: Concern = (adapter) => (req, res, next) => {
  const [query] = isChange(req.method) ? queriesOf(req) : []
  if (!query) return next()
  const { entity, isCollection } = resourceOf(query, adapter)
  const property = query._propertyAccess === undefined ? undefined : entity?.elements?.[query._propertyAccess]
  const isLasting = entity?._isSingleton && !allowedMethods(adapter, req).includes(req.method)
  if ((property && isFixed(property)) || (isCollection && req.method === 'PUT') || isLasting) {
    res.set('Allow', allowedMethods(adapter, req).join(', '))
    next(requestError(405, 'METHOD_NOT_ALLOWED', `The method "${req.method}" is not offered here.`))
  } else next()
}
