import { textBefore } from './text-before.ts'
import type { CapAdapter, Element, Entity, Request } from '../../cap/odata.ts'

type Kind = 'root' | 'collection' | 'record' | 'property' | 'value' | 'operation'

/** Where a path has come to. */
interface Place {
  readonly kind: Kind
  readonly entity?: Entity
  readonly element?: Element
  /** Whether what stands here is changed through the record that the path begins with. */
  readonly isPart: boolean
}

type Annotated = Readonly<Record<`@${string}`, unknown>>

const annotation = (of: object | undefined, name: `@${string}`): unknown => (of as Annotated | undefined)?.[name]

const READS = ['GET', 'HEAD'] as const
const ROOT: Place = { kind: 'root', isPart: true }

/** Elements that a record is found by, that are derived, or that the server keeps. */
export const isFixed = (element: Element): boolean =>
  !!element.key ||
  !!(element as { virtual?: boolean }).virtual ||
  ['@Core.Computed', '@readonly', '@odata.etag'].some((name) => !!annotation(element, name as `@${string}`))

const BOOKKEEPING = 'DraftAdministrativeData'

const isReadOnly = (entity: Entity | undefined): boolean =>
  !!annotation(entity, '@readonly') || !!entity?.name.endsWith(`.${BOOKKEEPING}`)

/** What can be edited as a draft, but only as a part of another draft. */
const isPartOfDraft = (entity: Entity): boolean => !!entity.drafts && !annotation(entity, '@odata.draft.enabled')

function stepFrom(place: Place, segment: string, entities: Readonly<Record<string, Entity>>): Place {
  const name = textBefore(segment, '(')
  const { kind, entity } = place
  if (name === '$value') return { ...place, kind: 'value' }
  if (name.startsWith('$')) return { kind: 'value', isPart: false }
  if (kind === 'root') {
    const set = Object.hasOwn(entities, name) ? entities[name] : undefined
    return set
      ? { kind: name === segment ? 'collection' : 'record', entity: set, isPart: !isPartOfDraft(set) }
      : { kind: 'value', isPart: false }
  }
  const element = Object.hasOwn(entity?.elements ?? {}, name) ? entity?.elements?.[name] : undefined
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
  const { actions } = (entity ?? {}) as { actions?: Readonly<Record<string, unknown>> }
  if (actions && Object.hasOwn(actions, name.slice(name.lastIndexOf('.') + 1)))
    return { kind: 'operation', isPart: place.isPart }
  // A key may be a segment of its own.
  return { ...place, kind: 'record' }
}

const isComposition = (element: Element): boolean => !!(element as { isComposition?: boolean }).isComposition

const changesOf = ({ kind, entity, element, isPart }: Place): readonly string[] => {
  if (kind === 'root' || isReadOnly(entity)) return []
  if (kind === 'collection') return isPart ? ['POST'] : []
  if (kind === 'record') return isPart ? ['PATCH', 'PUT', 'DELETE'] : ['DELETE']
  if (!element || isFixed(element) || !isPart) return []
  const canBeEmpty = !annotation(element, '@mandatory')
  return [...(kind === 'property' ? ['PUT'] : []), ...(canBeEmpty ? ['DELETE'] : [])]
}

/** The methods that do something at the address of a request: what `Allow` tells where another was tried. */
export function allowedMethods({ service }: CapAdapter, req: Request): readonly string[] {
  const path = decodeURIComponent(textBefore(req.url, '?'))
  if (path === '/$batch') return ['POST']
  const entities = service.entities as unknown as Readonly<Record<string, Entity>>
  const place = splitPath(path).reduce((at, segment) => stepFrom(at, segment, entities), ROOT)
  if (place.kind === 'operation') return ['POST']
  if (place.element?.name === BOOKKEEPING && place.kind === 'record') return [...READS, 'PATCH', 'DELETE']
  return [...READS, ...changesOf(place)]
}

/** Slashes within a literal belong to it. */
const splitPath = (path: string): string[] => (path.match(/(?:'[^']*'|[^/'])+/g) ?? []).filter(Boolean)
