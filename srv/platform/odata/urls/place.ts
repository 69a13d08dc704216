import { textBefore } from './text-before.ts'
import type { Element, Entity, Operation, ServedService } from '../../cap/odata.ts'

type Kind = 'root' | 'collection' | 'record' | 'property' | 'value' | 'operation'

/** Where a path has come to. */
export interface Place {
  readonly kind: Kind
  readonly entity?: Entity
  readonly element?: Element
  readonly operation?: Operation
  /** Whether what stands here is changed through the record that the path begins with. */
  readonly isPart: boolean
}

type Annotated = Readonly<Record<`@${string}`, unknown>>

export const annotation = (of: object | undefined, name: `@${string}`): unknown => (of as Annotated | undefined)?.[name]

const ROOT: Place = { kind: 'root', isPart: true }

/** What can be edited as a draft, but only as a part of another draft. */
const isPartOfDraft = (entity: Entity): boolean => !!entity.drafts && !annotation(entity, '@odata.draft.enabled')

const isComposition = (element: Element): boolean => !!(element as { isComposition?: boolean }).isComposition

const own = <T>(of: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  of && Object.hasOwn(of, name) ? of[name] : undefined

function fromRoot(segment: string, name: string, service: ServedService): Place {
  const entity = own(service.entities as unknown as Readonly<Record<string, Entity>>, name)
  if (entity)
    return {
      kind: name === segment && !entity._isSingleton ? 'collection' : 'record',
      entity,
      isPart: !isPartOfDraft(entity),
    }
  const operation = own(service.actions as unknown as Readonly<Record<string, Operation>>, name)
  return operation ? { kind: 'operation', operation, isPart: false } : { kind: 'value', isPart: false }
}

function stepFrom(place: Place, segment: string, service: ServedService): Place {
  const name = textBefore(segment, '(')
  const { kind, entity } = place
  if (name === '$value') return { ...place, kind: 'value' }
  if (name.startsWith('$')) return { kind: 'value', isPart: false }
  if (kind === 'root') return fromRoot(segment, name, service)
  const element = own(kind === 'property' ? place.element?.elements : entity?.elements, name)
  if (element?._target) {
    const isPart = place.isPart && (!!annotation(element, '@odata.contained') || isComposition(element))
    const isCollection = !!element.is2many && name === segment
    const target = element._target
    return {
      kind: isCollection ? 'collection' : 'record',
      entity: target,
      element,
      isPart: isPart || !isPartOfDraft(target),
    }
  }
  if (element) return { ...place, kind: 'property', element }
  const operation = own(entity?.actions, name.slice(name.lastIndexOf('.') + 1))
  if (operation) return { ...place, kind: 'operation', operation }
  // A key may be a segment of its own.
  return { ...place, kind: 'record' }
}

/** The segments of a path. Slashes within a literal belong to it. */
export const segmentsOf = (path: string): string[] => (path.match(/(?:'[^']*'|[^/'])+/g) ?? []).filter(Boolean)

/** Where a decoded path leads, step by step. */
export function* placesAlong(path: string, service: ServedService): Generator<Place> {
  let place = ROOT
  for (const segment of segmentsOf(path)) yield (place = stepFrom(place, segment, service))
}

/** Where a decoded path ends. */
export const placeAt = (path: string, service: ServedService): Place => [...placesAlong(path, service)].at(-1) ?? ROOT
