import { type Concern, type Element, partsOf, queriesOf } from '../../cap/odata.ts'
import { elementsOf } from '../urls/resource.ts'
import { withoutExponent } from '../meaning/numbers.ts'
import { LONG_TYPES, LongNumber, mayBeLong, parseExactly } from '../values/exact-json.ts'

/** Control information as 4.01 names it, alone or behind the name of a property: what reads bodies knows the names of 4.0. */
const SHORT = /^([^@]*)@(bind|context|delta|etag|id|removed|type)$/
const MAY_HAVE_SHORT = /@(?:bind|context|delta|etag|id|removed|type)"\s*:/

const exactly = (value: unknown, of: Element | undefined): unknown => {
  if (value instanceof LongNumber)
    return LONG_TYPES.has(of?._type) || LONG_TYPES.has(of?.items?._type) ? withoutExponent(value.text) : Number(value)
  if (Array.isArray(value)) return value.map((item) => exactly(item, of))
  if (typeof value !== 'object' || value === null) return value
  const elements = of && partsOf(of)
  const partOf = (name: string): Element | undefined =>
    elements && Object.hasOwn(elements, name) ? elements[name] : undefined
  // What is in a map is nobody's business.
  const longName = (name: string): string => (of?._type === 'cds.Map' ? name : name.replace(SHORT, '$1@odata.$2'))
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [longName(name), exactly(part, partOf(name.replace(/@.*/, '')))]),
  )
}

/**
 * Decimals and 64-bit integers of a body keep the digits that a number of JavaScript would lose, and control information
 * has one name, whichever of both a client of any version uses.
 */
export const exactBody: Concern = (adapter) => (req, _res, next) => {
  const { _raw: raw } = req as { _raw?: string }
  const [query] = queriesOf(req)
  const mayDiffer = raw !== undefined && typeof req.body === 'object' && (mayBeLong(raw) || MAY_HAVE_SHORT.test(raw))
  const sent = mayDiffer ? elementsOf(query, adapter, 'params') : undefined
  if (mayDiffer && sent) {
    const property = query?._propertyAccess
    const elements = property === undefined ? sent : { value: sent[property] }
    req.body = exactly(parseExactly(raw), { name: '', elements })
  }
  next()
}
