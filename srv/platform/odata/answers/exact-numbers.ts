import { type Column, type Concern, type Element, type Entity, partsOf, queriesOf } from '../../cap/odata.ts'
import { type Applied, appliedTo } from '../apply/applied.ts'
import { beforeSend } from './before-send.ts'
import { LONG_TYPES, rawNumber } from '../values/exact-json.ts'
import { elementsOf } from '../urls/resource.ts'
import { jsonFormatOf } from './content-negotiation.ts'

/** As JSON writes numbers: infinity and the like stay texts. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

type Row = Record<string, unknown>
type Elements = NonNullable<Entity['elements']>

const reaching = new WeakMap<Elements, boolean>()

/** Whether rows of these elements, or what they lead to, have such numbers at all: most models have none. */
const reachNumbers = (elements: Elements): boolean => {
  const known = reaching.get(elements)
  if (known !== undefined) return known
  const seen = new Set([elements])
  let isReached = false
  for (const each of seen)
    for (const element of Object.values(each)) {
      const parts = element && partsOf(element)
      if (parts) seen.add(parts)
      isReached ||= LONG_TYPES.has(element?._type) || LONG_TYPES.has(element?.items?._type)
    }
  reaching.set(elements, isReached)
  return isReached
}

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && NUMBER.test(value) ? rawNumber(value) : value

const writeNumbers = (value: unknown, elements: Elements): void => {
  if (Array.isArray(value)) for (const item of value) writeNumbers(item, elements)
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value as Row)) {
      const element = Object.hasOwn(elements, name) ? elements[name] : undefined
      if (!element || field === null) continue
      const parts = partsOf(element)
      if (LONG_TYPES.has(element._type)) (value as Row)[name] = asNumber(field)
      else if (LONG_TYPES.has(element.items?._type) && Array.isArray(field)) (value as Row)[name] = field.map(asNumber)
      else if (parts) writeNumbers(field, parts)
    }
}

const follow = (path: readonly string[], elements: Elements | undefined): Element | undefined => {
  const [first = '', ...rest] = path
  const element = elements && Object.hasOwn(elements, first) ? elements[first] : undefined
  return element && rest.length ? follow(rest, partsOf(element)) : element
}

/** What a query computes under names of its own: of the type that it says, or that of a property. */
const computed = (columns: readonly (Column | '*')[] = [], elements: Elements): [string, Element][] =>
  columns.flatMap((column): [string, Element][] => {
    if (column === '*' || column.as === undefined) return []
    const _type = column.cast?.type ?? (column.ref && follow(column.ref, elements)?._type)
    return _type === undefined ? [] : [[column.as, { name: column.as, _type }]]
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

/** Decimals and 64-bit integers are numbers, unless the client asks for texts by `IEEE754Compatible=true`. */
export const exactNumbers: Concern = (adapter) => (req, res, next) => {
  const [query] = queriesOf(req)
  const elements = elementsOf(query, adapter, 'returns')
  if (!elements || jsonFormatOf(req).ieee754Compatible) return next()
  const applied = appliedTo(query)
  const own = computed(query?.SELECT?.columns, elements)
  if (!applied?.isResult && !reachNumbers(elements) && !own.some(([, { _type }]) => LONG_TYPES.has(_type)))
    return next()
  const property = query?._propertyAccess
  const known: Elements = { ...elements, ...Object.fromEntries(own) }
  beforeSend(res, (body) => {
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body
    const { value } = body as Row
    const made = applied?.lists ? resultElements(applied.lists) : known
    if (property !== undefined) writeNumbers(body, { ...made, value: made[property] })
    else writeNumbers(Array.isArray(value) && !made['value']?.items ? value : body, made)
    return body
  })
  next()
}
