import { GUID } from '../values/formats.ts'
import { type Element, elementOf, type Entity } from '../../cap/csn.ts'
import { badRequest } from '../errors/errors.ts'
import { keyNames } from '../urls/key-names.ts'
import { textBefore } from '../urls/text-before.ts'

/** One step of a resource path that leads to an entity. */
export interface PathStep {
  /** The entity set or navigation property as it is written. */
  readonly name: string
  /** What stands between the parentheses of the key; undefined without a key. */
  readonly key?: string
  readonly entity: Entity
  /** The navigation property that leads here; undefined for an entity set. */
  readonly element?: Element
}

/** A resource path as far as it leads along entities, and the segments behind that. */
export interface ResourcePath {
  readonly steps: readonly PathStep[]
  readonly rest: readonly string[]
}

export type Entities = Readonly<Record<string, Entity>>

/** A segment as it is meant: divided first, decoded then. What is no name, with or without parentheses, may be a key. */
interface Segment {
  readonly raw: string
  readonly text: string
  readonly name?: string | undefined
  readonly given?: string | undefined
}

const SEGMENT = /^([^()]+)(?:\(([^]*)\))?$/
const ENCODED = /%(?:2[789]|3D)/gi

/** Slashes within a literal in parentheses belong to it, however its quotes are written. */
const split = (path: string): Segment[] => {
  const plain = path.replace(ENCODED, decodeURIComponent)
  const segments: Segment[] = []
  for (let at = plain.startsWith('/') ? 1 : 0; at <= plain.length;) {
    const end = endOfSegment(plain, at)
    const raw = plain.slice(at, end)
    const text = decodeURIComponent(raw)
    const [, name, given] = SEGMENT.exec(text) ?? []
    segments.push({ raw, text, name, given })
    at = end + 1
  }
  return segments
}

/** What a segment may hold: a slash within a literal or parentheses does not end it. */
function endOfSegment(path: string, from: number): number {
  let depth = 0
  for (let at = from; at < path.length; at++) {
    const char = path.charAt(at)
    if (char === '/' && depth === 0) return at
    if (char === '(') depth++
    if (char === ')') depth--
    const close = char === "'" && depth > 0 ? path.indexOf("'", at + 1) : -1
    if (close > 0) at = close
  }
  return path.length
}

const NUMBER = /^-?\d+(?:\.\d+)?$/
const isNumeric = ({ _type = '' }: Element): boolean => /^cds\.(?:U?Int\d+|Integer(?:64)?|Decimal|Double)$/.test(_type)

/** The value of a key that is written as a segment, as a literal; undefined where its type has no such value. */
const literal = (segment: Segment | undefined, element: Element | undefined): string | undefined => {
  if (!segment?.text || segment.text.startsWith('$')) return undefined
  const { text } = segment
  if (element?._type === 'cds.UUID') return GUID.test(text) ? text : undefined
  if (element?._type === 'cds.Boolean') return /^(?:true|false)$/.test(text) ? text : undefined
  if (element && isNumeric(element)) return NUMBER.test(text) ? text : undefined
  return `'${text.replaceAll("'", "''")}'`
}

const predicate = (entity: Entity, names: readonly string[], segments: readonly Segment[]): string | undefined => {
  const pairs = names.map((name, index) => [name, literal(segments[index], elementOf(entity, name))] as const)
  if (pairs.some(([, value]) => value === undefined)) return undefined
  return pairs.map(([name, value]) => `${name}=${String(value)}`).join(',')
}

/** The key that stands in the segments behind a collection, and how many they are. */
const keyInSegments = (
  entity: Entity,
  segments: readonly Segment[],
  at: number,
): { key: string; length: number } | undefined => {
  if (entity._isSingleton) return undefined
  const names = keyNames(entity)
  const ofDrafts = entity.drafts ? names.filter((name) => name !== 'IsActiveEntity') : []
  for (const each of [names, ofDrafts]) {
    const key = each.length ? predicate(entity, each, segments.slice(at, at + each.length)) : undefined
    if (key !== undefined) return { key, length: each.length }
  }
  return undefined
}

/** Whether a segment names an operation of an entity, or its type, and so is no key. */
const isOfModel = ({ name = '' }: Segment, { name: type, actions = {} }: Entity): boolean =>
  name === type || Object.hasOwn(actions, name.slice(name.lastIndexOf('.') + 1))

/** Refuses keys that say nothing, or something twice. */
const checkKey = (key: string, name: string): void => {
  const pairs = key.replace(/'[^']*'/g, '').split(',')
  const names = pairs.filter((pair) => pair.includes('=')).map((pair) => textBefore(pair, '=').trim())
  if (!key.trim() || new Set(names).size < names.length)
    throw badRequest('INVALID_KEY', `The key of "${name}" must have each of its properties once.`)
}

/**
 * Follows a resource path along entity sets, keys and navigation properties. Keys may be in parentheses or segments.
 *
 * @param path below the service root, percent-encoded
 * @throws INVALID_KEY (400)
 */
export function readPath(path: string, entities: Entities): ResourcePath {
  const segments = split(path)
  const steps: PathStep[] = []
  let at = 0
  for (;;) {
    const { name = '', given } = segments[at] ?? {}
    const source = steps.at(-1)
    const element = source && elementOf(source.entity, name)
    const entity = source ? element?._target : Object.hasOwn(entities, name) ? entities[name] : undefined
    // The type of a record may be named behind it.
    if (source && name === source.entity.name && given === undefined) at += 1
    else if (!entity) return { steps, rest: segments.slice(at).map(plainSegment) }
    else {
      at += 1
      if (given !== undefined) checkKey(given, name)
      const next = segments[at]
      const isOpen = given === undefined && !element?.is2one && !(next && isOfModel(next, entity))
      const written = isOpen ? keyInSegments(entity, segments, at) : undefined
      at += written?.length ?? 0
      const key = given ?? written?.key
      steps.push({ name, entity, ...(element && { element }), ...(key !== undefined && { key: encoded(key) }) })
    }
  }
}

/** A key as it stands in a URL; it reads better with the characters that need not be encoded. */
const encoded = (key: string): string => encodeURIComponent(key).replace(/%(?:2C|3A|3D|40)/g, decodeURIComponent)

const plainSegment = ({ raw, text }: Segment): string => (/^[\w$.]+$/.test(text) ? text : raw)

/** Whether a path leads to one record, and not to several. */
export const isOne = ({ element, entity, key }: PathStep): boolean =>
  key !== undefined || (element ? element.is2one === true : entity._isSingleton === true)

/** A resource path with all keys in parentheses. */
export const printPath = ({ steps, rest }: ResourcePath): string =>
  `/${[...steps.map(({ name, key }) => (key === undefined ? name : `${name}(${key})`)), ...rest].join('/')}`
