import { type Column, type Concern, type Element, type Entity, partsOf, queriesOf } from '../../../cap/odata.ts'
import { type Applied, appliedTo } from '../../query/apply/applied.ts'
import { beforeSend } from './representation.ts'
import { LONG_TYPES, rawNumber } from '../../protocol/exact-json.ts'
import { elementsOf } from '../urls/resource.ts'
import { durationOf } from '../../meaning/numbers.ts'
import { jsonFormatOf } from './content-negotiation.ts'
import { isStructure, nest } from '../../protocol/structures.ts'

/** As JSON writes numbers: infinity and the like stay texts. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

type Row = Record<string, unknown>
type Elements = NonNullable<Entity['elements']>

const reaching = new WeakMap<Elements, boolean>()

const BINARY = 'cds.Binary'
/** Of what is computed: databases give the seconds. */
const DURATION = 'cds.Duration'
const isWritten = (type: string | undefined): boolean => type === BINARY || type === DURATION || LONG_TYPES.has(type)

/** Whether rows of these elements, or what they lead to, have such values at all: most models have none. */
const reachWritten = (elements: Elements): boolean => {
  const known = reaching.get(elements)
  if (known !== undefined) return known
  const seen = new Set([elements])
  let isReached = false
  for (const each of seen)
    for (const element of Object.values(each)) {
      const parts = element && partsOf(element)
      if (parts) seen.add(parts)
      isReached ||= isWritten(element?._type) || isWritten(element?.items?._type)
    }
  reaching.set(elements, isReached)
  return isReached
}

const asNumber = (value: string): unknown => (NUMBER.test(value) ? rawNumber(value) : value)

/** CAP writes bytes in the other alphabet of base64. */
const asUrlText = (bytes: string): string => bytes.replaceAll('+', '-').replaceAll('/', '_')

/** Writes values as their types have them. @param areTexts whether the client reads long numbers as texts */
const writeValues = (value: unknown, elements: Elements, areTexts: boolean): void => {
  const written = (field: unknown, type: string | undefined): unknown => {
    if (type === DURATION && field !== null) return durationOf(Number(field))
    if (typeof field !== 'string') return field
    if (type === BINARY) return asUrlText(field)
    return areTexts ? field : asNumber(field)
  }
  if (Array.isArray(value)) for (const item of value) writeValues(item, elements, areTexts)
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value as Row)) {
      const element = Object.hasOwn(elements, name) ? elements[name] : undefined
      if (!element || field === null) continue
      const { _type, items } = element
      const parts = partsOf(element)
      if (isWritten(_type)) (value as Row)[name] = written(field, _type)
      else if (isWritten(items?._type) && Array.isArray(field))
        (value as Row)[name] = field.map((item) => written(item, items?._type))
      else if (parts) writeValues(field, parts, areTexts)
    }
}

const follow = (path: readonly string[], elements: Elements | undefined): Element | undefined => {
  const [first = '', ...rest] = path
  const element = elements && Object.hasOwn(elements, first) ? elements[first] : undefined
  return element && rest.length ? follow(rest, partsOf(element)) : element
}

/** What a query computes under names of its own that has to be written: of the type that it says, or that of a property. */
const computed = (columns: readonly (Column | '*')[] = [], elements: Elements): [string, Element][] =>
  columns.flatMap((column): [string, Element][] => {
    if (column === '*') return []
    const property = column.ref && follow(column.ref, elements)
    if (column.expand) {
      const parts = property && partsOf(property)
      const own = parts ? computed(column.expand, parts) : []
      return own.length
        ? [[property?.name ?? '', { name: '', elements: { ...parts, ...Object.fromEntries(own) } }]]
        : []
    }
    const _type = column['@odata.Type']?.replace('Edm', 'cds') ?? column.cast?.type ?? property?._type
    return column.as !== undefined && isWritten(_type) ? [[column.as, { name: column.as, _type: _type ?? '' }]] : []
  })

/** The elements of what `$apply` makes of records. A name may mean several things after `concat`; then it is left. */
function resultElements(lists: NonNullable<Applied['lists']>): Elements {
  const types = new Map<string, Set<string>>()
  for (const { path, type } of lists.flat()) types.set(path, (types.get(path) ?? new Set()).add(type))
  const root: Record<string, Element> = {}
  for (const [path, [type = '', ...others]] of types) {
    const names = path.split('/')
    const name = names.pop() ?? path
    let at = root
    for (const each of names) {
      const elements = (at[each]?.elements ?? {}) as typeof root
      at[each] = { name: each, elements }
      at = elements
    }
    if (!others.length) at[name] = { name, _type: `cds.${type}` }
  }
  return root
}

/**
 * Decimals and 64-bit integers are numbers, unless the client asks for texts by `IEEE754Compatible=true`; bytes are
 * base64url.
 *
 * @see OData JSON Format, "Primitive Value"
 */
export const exactNumbers: Concern = (adapter) => (req, res, next) => {
  const [query] = queriesOf(req)
  const elements = elementsOf(query, adapter, 'returns')
  if (!elements) return next()
  const areTexts = jsonFormatOf(req).ieee754Compatible
  const applied = appliedTo(query)
  const own = computed(query?.SELECT?.columns, elements)
  if (!applied?.isResult && !reachWritten(elements) && !own.length) return next()
  const property = query?._propertyAccess
  const known: Elements = { ...elements, ...Object.fromEntries(own) }
  beforeSend(res, (body) => {
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body
    const { value } = body as Row
    const made = applied?.lists ? resultElements(applied.lists) : known
    if (property !== undefined) writeValues(body, { ...made, value: made[property] }, areTexts)
    else writeValues(Array.isArray(value) && !made['value']?.items ? value : body, made, areTexts)
    return body
  })
  next()
}

/** Structures of a service that has them are answered as such: CAP answers the columns of their tables. */
export const nestedStructures: Concern = (adapter) => {
  const entities = Object.values(adapter.service.entities as unknown as Readonly<Record<string, Entity>>)
  const hasAny = entities.some(({ elements = {} }) => Object.values(elements).some(isStructure))
  return (req, res, next) => {
    const [query] = hasAny ? queriesOf(req) : []
    const elements = elementsOf(query, adapter, 'returns')
    if (elements)
      beforeSend(res, (body) => {
        if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body
        const { value } = body as { value?: unknown }
        nest(Array.isArray(value) ? value : body, elements)
        return body
      })
    next()
  }
}
