import { type Concern, type Element, entitiesAlong, partsOf, queriesOf } from '../../cap/odata.ts'
import { withoutExponent } from '../options/numbers.ts'
import { LONG_TYPES, LongNumber, mayBeLong, parseExactly } from '../values/exact-json.ts'

const withTexts = (value: unknown, of: Element | undefined): unknown => {
  if (value instanceof LongNumber)
    return LONG_TYPES.has(of?._type) || LONG_TYPES.has(of?.items?._type) ? withoutExponent(value.text) : Number(value)
  if (Array.isArray(value)) return value.map((item) => withTexts(item, of))
  if (typeof value !== 'object' || value === null) return value
  const elements = of && partsOf(of)
  const partOf = (name: string): Element | undefined =>
    elements && Object.hasOwn(elements, name) ? elements[name] : undefined
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withTexts(part, partOf(name))]))
}

/** Decimals and 64-bit integers of a body keep the digits that a number of JavaScript would lose. */
export const exactBody: Concern = (adapter) => (req, _res, next) => {
  const { _raw: raw } = req as { _raw?: string }
  const [query] = queriesOf(req)
  const isSent = raw !== undefined && mayBeLong(raw) && typeof req.body === 'object'
  const entity = isSent && query && [...entitiesAlong(query, adapter.service)].at(-1)?.[1]
  if (entity) {
    const property = query._propertyAccess
    const elements = property === undefined ? entity.elements : { value: entity.elements?.[property] }
    req.body = withTexts(parseExactly(raw), { name: '', elements })
  }
  next()
}
