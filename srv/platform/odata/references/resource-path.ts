import { GUID } from '../values/guid.ts'
import { type Element, elementOf, type Entity } from '../../cap/csn.ts'
import { readUntil } from '../options/expand.ts'
import { keyNames } from '../urls/key-names.ts'

/** One step of a resource path that leads to an entity. */
export interface PathStep {
  /** The entity set or navigation property as it is written. */
  readonly name: string
  /** What stands between the parentheses of the key; undefined without a key. */
  readonly key?: string
  readonly entity: Entity
  /** The navigation property that leads here; undefined for an entity set. */
  readonly element?: Element
  /** Whether the key was written as several segments. */
  readonly isSegmented: boolean
}

/** A resource path as far as it leads along entities, and the segments behind that. */
export interface ResourcePath {
  readonly steps: readonly PathStep[]
  readonly rest: readonly string[]
}

export type Entities = Readonly<Record<string, Entity>>

const SEGMENT = /^([^()]+)(?:\(([^]*)\))?$/
const split = (path: string): string[] => {
  const segments: string[] = []
  for (let at = 0; at < path.length; at = readUntil(path, at, '/') + 1)
    segments.push(path.slice(at, readUntil(path, at, '/')))
  return segments.filter(Boolean)
}

/** The value of a key that is written as a segment, as a literal; undefined where its type has no such value. */
const literal = (segment: string | undefined, element: Element | undefined): string | undefined => {
  if (segment === undefined || /^(?:\$|%24)/.test(segment)) return undefined
  if (element?._type === 'cds.UUID') return GUID.test(segment) ? segment : undefined
  if (element?._type === 'cds.Boolean') return /^(?:true|false)$/.test(segment) ? segment : undefined
  return `'${segment.replace(/'|%27/g, '$&$&')}'`
}

const predicate = (entity: Entity, names: readonly string[], segments: readonly string[]): string | undefined => {
  const pairs = names.map((name, index) => [name, literal(segments[index], elementOf(entity, name))] as const)
  if (pairs.some(([, value]) => value === undefined)) return undefined
  return pairs.map(([name, value]) => `${name}=${String(value)}`).join(',')
}

/** The key that stands in the segments behind a collection, and how many they are. */
const keyInSegments = (entity: Entity, segments: readonly string[]): { key: string; length: number } | undefined => {
  const names = keyNames(entity)
  const ofDrafts = entity.drafts ? names.filter((name) => name !== 'IsActiveEntity') : []
  for (const each of [names, ofDrafts]) {
    const key = each.length ? predicate(entity, each, segments) : undefined
    if (key !== undefined) return { key, length: each.length }
  }
  return undefined
}

/**
 * Follows a resource path along entity sets, keys and navigation properties. Keys may be in parentheses or segments.
 *
 * @param path below the service root, percent-encoded
 */
export function readPath(path: string, entities: Entities): ResourcePath {
  const segments = split(path)
  const steps: PathStep[] = []
  let at = 0
  for (;;) {
    const [, name = '', given] = SEGMENT.exec(segments[at] ?? '') ?? []
    const source = steps.at(-1)
    const element = source && elementOf(source.entity, name)
    const entity = source ? element?._target : Object.hasOwn(entities, name) ? entities[name] : undefined
    if (!entity) return { steps, rest: segments.slice(at) }
    at += 1
    const isOpen = given === undefined && !element?.is2one
    const written = isOpen ? keyInSegments(entity, segments.slice(at)) : undefined
    at += written?.length ?? 0
    const key = given ?? written?.key
    steps.push({
      name,
      entity,
      isSegmented: (written?.length ?? 0) > 1,
      ...(element && { element }),
      ...(key !== undefined && { key }),
    })
  }
}

/** Whether a path leads to one record, and not to several. */
export const isOne = ({ element, key }: PathStep): boolean => key !== undefined || element?.is2one === true

/** A resource path with all keys in parentheses. */
export const printPath = ({ steps, rest }: ResourcePath): string =>
  `/${[...steps.map(({ name, key }) => (key === undefined ? name : `${name}(${key})`)), ...rest].join('/')}`
