import { type Column, type Concern, type Element, entitiesAlong, type Entity, queriesOf } from '../../cap/odata.ts'
import { beforeSend } from './before-send.ts'
import { jsonFormatOf } from './content-negotiation.ts'

/** Types that CAP answers as texts, since not every reader of JSON keeps all of their digits. */
const TYPES: ReadonlySet<string | undefined> = new Set(
  ['Decimal', 'DecimalFloat', 'Int64', 'Integer64'].map((name) => `cds.${name}`),
)
/** As JSON writes numbers: infinity and the like stay texts. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

type Row = Record<string, unknown>
type Elements = NonNullable<Entity['elements']>

/** A number with all of its digits. */
const exact = (text: string): unknown => (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(text)

const partsOf = ({ _target, elements, items }: Element): Elements | undefined =>
  _target?.elements ?? elements ?? items?.elements

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
      isReached ||= TYPES.has(element?._type) || TYPES.has(element?.items?._type)
    }
  reaching.set(elements, isReached)
  return isReached
}

const asNumber = (value: unknown): unknown => (typeof value === 'string' && NUMBER.test(value) ? exact(value) : value)

const writeNumbers = (value: unknown, elements: Elements): void => {
  if (Array.isArray(value)) for (const item of value) writeNumbers(item, elements)
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value as Row)) {
      const element = Object.hasOwn(elements, name) ? elements[name] : undefined
      if (!element || field === null) continue
      const parts = partsOf(element)
      if (TYPES.has(element._type)) (value as Row)[name] = asNumber(field)
      else if (TYPES.has(element.items?._type) && Array.isArray(field)) (value as Row)[name] = field.map(asNumber)
      else if (parts) writeNumbers(field, parts)
    }
}

/** What a query computes under names of its own, with the type that it says. */
const computed = (columns: readonly (Column | '*')[] = []): [string, Element][] =>
  columns.flatMap((column): [string, Element][] =>
    column !== '*' && column.as !== undefined && column.cast
      ? [[column.as, { name: column.as, _type: column.cast.type }]]
      : [],
  )

/** Decimals and 64-bit integers are numbers, unless the client asks for texts by `IEEE754Compatible=true`. */
export const exactNumbers: Concern = (adapter) => (req, res, next) => {
  const [query] = queriesOf(req)
  const entity = query && [...entitiesAlong(query, adapter.service)].at(-1)?.[1]
  if (!entity?.elements || jsonFormatOf(req).ieee754Compatible) return next()
  const own = computed(query?.SELECT?.columns)
  if (!reachNumbers(entity.elements) && !own.some(([, { _type }]) => TYPES.has(_type))) return next()
  const property = query?._propertyAccess
  const elements: Elements = { ...entity.elements, ...Object.fromEntries(own) }
  beforeSend(res, (body) => {
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body
    const { value } = body as Row
    if (property !== undefined) writeNumbers(body, { ...elements, value: elements[property] })
    else writeNumbers(Array.isArray(value) ? value : body, elements)
    return body
  })
  next()
}
