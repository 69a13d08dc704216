import { annotation, type Place, placeAt } from './place.ts'
import { isStructure } from '../values/structures.ts'
import { textBefore } from './text-before.ts'
import type { CapAdapter, Element, Entity, Request } from '../../cap/odata.ts'

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

const isDenied = ({ kind, entity }: Place, method: string): boolean => {
  const of = kind === 'property' || kind === 'value' ? 'PATCH' : method
  return annotation(entity, `@Capabilities.${DENIED[of] ?? ''}`) === false
}

const changesOf = ({ kind, entity, element, isPart }: Place): readonly string[] => {
  if (kind === 'root' || isReadOnly(entity)) return []
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
  const path = decodeURIComponent(textBefore(req.url, '?'))
  if (path === '/$batch') return ['POST']
  const place = placeAt(path, service)
  if (place.kind === 'operation') return place.operation?.kind === 'function' ? READS : ['POST']
  if (place.element?.name === BOOKKEEPING && place.kind === 'record') return [...READS, 'PATCH', 'DELETE']
  return [...READS, ...changesOf(place).filter((method) => !isDenied(place, method))]
}
