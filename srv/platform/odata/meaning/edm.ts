import { type Element, elementOf, type Entity, type Operation } from '../../cap/csn.ts'
import type { ServedService } from '../../cap/odata.ts'
import type { Segment } from '../url/path.ts'
import { GUID } from '../protocol/formats.ts'

/** The primitive types of OData that expressions know. */
export type EdmType =
  | 'Binary'
  | 'Boolean'
  | 'Byte'
  | 'Date'
  | 'DateTimeOffset'
  | 'Decimal'
  | 'Double'
  | 'Duration'
  | 'Guid'
  | 'Int16'
  | 'Int32'
  | 'Int64'
  | 'SByte'
  | 'Single'
  | 'Stream'
  | 'String'
  | 'TimeOfDay'
  /** Structures, collections, and what CAP does not map: no more than whether they are null. */
  | 'Untyped'

/** The types of CDS, as CAP maps them. @see https://cap.cloud.sap/docs/cds/types */
const OF_CDS: Readonly<Record<string, EdmType>> = {
  ...{ UUID: 'Guid', Boolean: 'Boolean', String: 'String', LargeString: 'String' },
  ...{ UInt8: 'Byte', Int16: 'Int16', Int32: 'Int32', Integer: 'Int32', Int64: 'Int64', Integer64: 'Int64' },
  ...{ Decimal: 'Decimal', DecimalFloat: 'Decimal', Double: 'Double' },
  ...{ Date: 'Date', Time: 'TimeOfDay', DateTime: 'DateTimeOffset', Timestamp: 'DateTimeOffset' },
  ...{ Binary: 'Binary', LargeBinary: 'Stream' },
  // None of CDS, but of what is computed.
  Duration: 'Duration',
}

/** The types of CDS that values of a type are read and cast as. */
export const CDS_TYPES: Readonly<Record<EdmType, string>> = {
  ...{ Binary: 'Binary', Boolean: 'Boolean', Byte: 'UInt8', SByte: 'Int16', Int16: 'Int16', Int32: 'Integer' },
  ...{ Int64: 'Int64', Decimal: 'Decimal', Single: 'Double', Double: 'Double', Guid: 'UUID', String: 'String' },
  ...{ Date: 'Date', TimeOfDay: 'Time', DateTimeOffset: 'Timestamp', Duration: 'Decimal' },
  ...{ Stream: 'LargeBinary', Untyped: 'LargeString' },
}

/** From the narrowest to the widest, as numbers are promoted. @see OData 4.01 URL Conventions, 5.1.1.16 Numeric Promotion */
const NUMBERS = ['SByte', 'Byte', 'Int16', 'Int32', 'Int64', 'Decimal', 'Single', 'Double'] as const
export type NumberType = (typeof NUMBERS)[number]

const [SBYTE, BYTE, INT16, INT32, INT64] = [2n ** 7n, 2n ** 8n, 2n ** 15n, 2n ** 31n, 2n ** 63n]

/** The least and the greatest of whole numbers, by their types. */
const RANGES: Readonly<Partial<Record<string, readonly [least: bigint, greatest: bigint]>>> = {
  SByte: [-SBYTE, SBYTE - 1n],
  Byte: [0n, BYTE - 1n],
  Int16: [-INT16, INT16 - 1n],
  Int32: [-INT32, INT32 - 1n],
  Int64: [-INT64, INT64 - 1n],
}

export const isNumber = (type: string): type is NumberType => (NUMBERS as readonly string[]).includes(type)
/** The range of a type of whole numbers, which divide to whole ones; undefined for all others. */
export const rangeOf = (type: string): readonly [least: bigint, greatest: bigint] | undefined => RANGES[type]

/** What both of two numbers become before they meet; of two kinds of bytes the next type that has room for both. */
export const promoted = (left: NumberType, right: NumberType): NumberType => {
  if (left === right) return left
  const wider = NUMBERS[Math.max(NUMBERS.indexOf(left), NUMBERS.indexOf(right))] ?? 'Double'
  return wider === 'Byte' ? 'Int16' : wider
}

/** What rows can be sorted by. */
export const hasOrder = (type: string): boolean => !ORDERLESS.has(type)
const ORDERLESS: ReadonlySet<string> = new Set(['Null', 'Record', 'Stream', 'Untyped'])

/** The type of a property as CDS names it, without its namespace. */
export const cdsTypeOf = ({ _type, type }: Pick<Element, '_type'> & { readonly type?: string }): string =>
  (_type ?? type ?? '').replace(/^cds\./, '')

/** The type of a property: what the model says of OData, or what CAP makes of its own; undefined for all that is no primitive. */
export function edmTypeOf(element: Element): EdmType | undefined {
  const said = element['@odata.Type']
  if (typeof said === 'string') return said.replace(/^Edm\./, '') as EdmType
  return OF_CDS[cdsTypeOf(element)]
}

/** What the model tells of entities by the names that URLs have for them and for what is theirs. */

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
