import type { Element, Entity } from '../../cap/csn.ts'
import type { Operation, ServedService } from '../../cap/odata.ts'
import { RecentMap } from '../../../read-cache/recent-map.ts'
import { BadRequest } from '../protocol/errors.ts'
import { isHidden, isPartOfDraft, keyInSegments, operationOf, own, setsOf } from './edm.ts'
import { encodedPairs, type Pair, plainSegment, readPairs, readPath, type Segment } from '../url/path.ts'

/** One step of a resource path, and what it leads to. */
export interface Step {
  readonly kind: 'collection' | 'record' | 'property' | 'operation' | 'value'
  readonly name: string
  /** As it stands in a URL, with its key in parentheses. */
  readonly text: string
  /** The entity of the records, or of the record that this is a part of. */
  readonly entity?: Entity
  /** The navigation property that leads here, or the property. */
  readonly element?: Element
  readonly operation?: Operation
  /** What stands in the parentheses, as it stands in a URL: undefined without them. */
  readonly key?: string
  /** The parts of the key, or the parameters. */
  readonly pairs?: readonly Pair[]
  /** Whether what stands here is changed through the record that the path begins with. */
  readonly isPart: boolean
}

/** A step that leads to records. */
export type RecordStep = Step & { readonly entity: Entity }

/** Where a path leads, step by step. */
export interface Resource {
  readonly steps: readonly Step[]
  /** Of the steps those that lead along records, up to the first that does not. */
  readonly records: readonly RecordStep[]
  /** What stands behind these, as it stands in a URL. */
  readonly rest: readonly string[]
  /** Whether the model knows all of it. */
  readonly isKnown: boolean
}

/** What is of a record, or of what is within it, is of the record. */
const within = ({ entity, element, isPart }: Step): Pick<Step, 'entity' | 'element' | 'isPart'> => ({
  ...(entity && { entity }),
  ...(element && { element }),
  isPart,
})

/** Follows one path. */
class Walk {
  readonly steps: Step[] = []
  at = 0
  private readonly segments: readonly Segment[]
  private readonly service: ServedService

  constructor(path: string, service: ServedService) {
    this.segments = readPath(path)
    this.service = service
  }

  /** The segments that are left. */
  get rest(): Segment[] {
    return this.segments.slice(this.at)
  }

  /** @returns whether there is a step to what is next */
  step(): boolean {
    const segment = this.segments[this.at]
    const { name } = segment ?? {}
    const last = this.steps.at(-1)
    if (!segment || name === undefined || last?.kind === 'value') return false
    // The type of a record may be named behind it.
    if (last?.entity && name === last.entity.name && segment.given === undefined && last.kind !== 'property') this.at++
    else {
      const next = last ? this.behind(last, segment, name) : this.fromRoot(segment, name)
      if (!next) return false
      this.steps.push(next)
    }
    return true
  }

  private fromRoot(segment: Segment, name: string): Step | undefined {
    const entity = setsOf(this.service).get(name)
    if (entity) return this.records(segment, name, entity, undefined, !isPartOfDraft(entity))
    const operation = own(this.service.actions as unknown as Readonly<Record<string, Operation>>, name)
    return operation && this.call(segment, name, operation)
  }

  private behind(last: Step, segment: Segment, name: string): Step | undefined {
    if (last.kind === 'operation') return undefined
    if (name.startsWith('$') && segment.given === undefined) {
      this.at++
      const text = plainSegment(segment)
      return name === '$value'
        ? { ...within(last), kind: 'value', name, text }
        : { kind: 'value', name, text, isPart: false }
    }
    const { entity } = last
    const owner = last.kind === 'property' ? last.element?.elements : entity?.elements
    const found = own(owner, name)
    const element = found && !isHidden(found) ? found : undefined
    if (element?._target) {
      const isPart = last.isPart && (!!element['@odata.contained'] || !!element.isComposition)
      return this.records(segment, name, element._target, element, isPart || !isPartOfDraft(element._target))
    }
    if (element) {
      if (segment.given !== undefined) throw new BadRequest(`"${name}" is a property, which has no parentheses.`)
      this.at++
      return { ...within(last), kind: 'property', name, text: plainSegment(segment), element }
    }
    const operation = last.kind === 'property' || !entity ? undefined : operationOf(name, entity)
    return operation && { ...within(last), ...this.call(segment, name, operation) }
  }

  /** A step to records; the key of one may be in parentheses or in the segments behind it. */
  private records(
    { given: inParentheses }: Segment,
    name: string,
    entity: Entity,
    element: Element | undefined,
    isPart: boolean,
  ): RecordStep {
    this.at++
    const isOpen = inParentheses === undefined && !element?.is2one
    const written = isOpen ? keyInSegments(entity, this.segments, this.at, element !== undefined) : undefined
    this.at += written?.length ?? 0
    const given = inParentheses ?? written?.given
    const isOne = given !== undefined || (element ? element.is2one : entity._isSingleton)
    const key = given === undefined ? undefined : encodedPairs(given)
    const pairs = given === undefined ? undefined : readPairs(given, `The key of "${name}"`, 'INVALID_KEY')
    if (pairs && !pairs.length && !entity.params)
      throw new BadRequest(`The key of "${name}" must have each of its properties once.`, 'INVALID_KEY')
    return {
      ...{ kind: isOne ? 'record' : 'collection', name, entity, isPart },
      text: key === undefined ? name : `${name}(${key})`,
      ...(element && { element }),
      ...(key !== undefined && { key }),
      ...(pairs && { pairs }),
    }
  }

  private call(segment: Segment, name: string, operation: Operation): Step {
    this.at++
    const pairs = segment.given === undefined ? undefined : readPairs(segment.given, `"${name}"`, 'INVALID_ARGUMENT')
    return { kind: 'operation', name, text: plainSegment(segment), operation, isPart: false, ...(pairs && { pairs }) }
  }
}

const isOfRecords = (step: Step): step is RecordStep => step.kind === 'collection' || step.kind === 'record'

/** Resources by their paths; clients decide how many there are. */
const REMEMBERED = 500
const remembered = new WeakMap<ServedService, RecentMap<string, Resource>>()

/**
 * Follows a path below the service root along the model.
 *
 * @param path percent-encoded
 * @throws INVALID_KEY, INVALID_ARGUMENT (400)
 */
export function resourceAt(path: string, service: ServedService): Resource {
  const known = remembered.get(service) ?? new RecentMap<string, Resource>(REMEMBERED)
  remembered.set(service, known)
  const found = known.get(path)
  if (found) return found
  const walk = new Walk(path === '/' ? '' : path, service)
  while (walk.step());
  const { steps } = walk
  const end = steps.findIndex((step) => !isOfRecords(step))
  const records = (end < 0 ? steps : steps.slice(0, end)) as RecordStep[]
  const unknown = walk.rest.map(plainSegment)
  const rest = [...steps.slice(records.length).map(({ text }) => text), ...unknown]
  const isRoot = path === '' || path === '/'
  const resource: Resource = { steps, records, rest: isRoot ? [] : rest, isKnown: isRoot || !unknown.length }
  known.set(path, resource)
  return resource
}

/** Where a path ends; undefined for the root, and where nothing of it is known. */
export const endOf = (path: string, service: ServedService): Step | undefined => resourceAt(path, service).steps.at(-1)

/** One of the records that a step leads to. @param key as it stands in a URL */
export const withKey = (step: RecordStep, key: string): RecordStep => ({
  ...step,
  ...{ kind: 'record', key, text: `${step.name}(${key})` },
})

/** Whether a step leads to one record, and not to several. */
export const isOne = ({ kind }: Step): boolean => kind === 'record'

/** A path to records, with all keys in parentheses, and what stands behind it. */
export const printPath = (records: readonly RecordStep[], rest: readonly string[] = []): string =>
  `/${[...records.map(({ text }) => text), ...rest].join('/')}`
