/** What the model tells of entities by the names that URLs have for them and for what is theirs. */
import { type Element, elementOf, type Entity, type Operation } from '../../cap/csn.ts'
import type { ServedService } from '../../cap/odata.ts'
import type { Segment } from '../url/path.ts'
import { GUID } from '../values/formats.ts'

/** The names of the properties that make up the key of an entity, in their order. */
export const keyNames = ({ keys = {} }: Entity): string[] =>
  Object.values(keys)
    .filter(({ isAssociation }) => !isAssociation)
    .map(({ name }) => name)

/** CAP's data about a draft is part of the record, and has no address of its own. */
export const isReferable = ({ name }: { readonly name: string }): boolean => !name.endsWith('.DraftAdministrativeData')

/** What can be edited as a draft, but only as a part of another draft. */
export const isPartOfDraft = (entity: Entity): boolean => !!entity.drafts && !entity['@odata.draft.enabled']

/** What there is of a name that a client sent, such as `constructor`. */
export const own = <T>(of: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  of && Object.hasOwn(of, name) ? of[name] : undefined

export const isHidden = (definition: object): boolean => !!(definition as Element)['@cds.api.ignore']

const sets = new WeakMap<object, ReadonlyMap<string, Entity>>()

/** The entity sets and singletons of a service by their names in URLs, which have no points. */
export const setsOf = ({ entities }: ServedService): ReadonlyMap<string, Entity> => {
  const known = sets.get(entities)
  if (known) return known
  const all = Object.entries(entities as unknown as Readonly<Record<string, Entity>>)
  const named = new Map(
    all.filter(([, each]) => !isHidden(each)).map(([name, each]) => [name.replaceAll('.', '_'), each]),
  )
  sets.set(entities, named)
  return named
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
export const keyInSegments = (
  entity: Entity,
  segments: readonly Segment[],
  at: number,
  isBehind: boolean,
): { given: string; length: number } | undefined => {
  const next = segments[at]
  if (entity._isSingleton || (next && isOfModel(next, entity))) return undefined
  // What tells which record another one is part of, the path has told.
  const names = keyNames(entity).filter((name) => !isBehind || entity.keys?.[name]?._foreignKey4 !== 'up_')
  const ofDrafts = entity.drafts ? names.filter((name) => name !== 'IsActiveEntity') : []
  for (const each of [names, ofDrafts]) {
    const given = each.length ? predicate(entity, each, segments.slice(at, at + each.length)) : undefined
    if (given !== undefined) return { given, length: each.length }
  }
  return undefined
}

export const operationOf = (name: string, { actions }: Entity): Operation | undefined =>
  own(actions, name.slice(name.lastIndexOf('.') + 1))

/** Whether a segment names an operation of an entity, or its type, and so is no key. */
const isOfModel = ({ name = '' }: Segment, entity: Entity): boolean =>
  name === entity.name || operationOf(name, entity) !== undefined
