import { type Concern, type Element, partsOf, queriesOf, type Entity, type Request } from '../../../cap/odata.ts'
import { elementsOf } from '../urls/resource.ts'
import { withoutExponent } from '../../meaning/numbers.ts'
import { LONG_TYPES, LongNumber, mayBeLong, parseExactly } from '../../protocol/exact-json.ts'
import { badRequest } from '../../protocol/errors.ts'
import { takeDelta } from './deltas.ts'
import { WITH_BODY } from './body-type.ts'

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

type Elements = Entity['elements']
type Body = Record<string, unknown>

/** Control information that says what to write. */
const CONTROL = /^(\w*)@odata\.(bind|delta|removed)$/

const refuse = (code: string, message: string, target: string): never => {
  throw Object.assign(badRequest(code, message), { target })
}

/** Whether the items are values, of which there is null too; unknown names are refused elsewhere. */
const areValues = ({ items }: Element): boolean => items !== undefined && !items.elements

const elementOf = (elements: Elements, name: string): Element | undefined =>
  elements && Object.hasOwn(elements, name) ? elements[name] : undefined

/** Looks at a body from above. */
class Shape {
  readonly #isUpdate: boolean

  constructor({ method }: Request) {
    this.#isUpdate = method === 'PATCH'
  }

  /** @param path of the object as error targets name it, with a slash at its end */
  check(value: unknown, elements: Elements, path = ''): void {
    if (typeof value !== 'object' || value === null) return
    const body = value as Body
    for (const name of Object.keys(body)) this.#control(body, name, elements, path)
    for (const [name, member] of Object.entries(body)) {
      const element = elementOf(elements, name)
      // What is in a map is nobody's business.
      if (element?._type === 'cds.Map') continue
      if (element?.elements && Array.isArray(member)) refuse('ASSERT_DATA_TYPE', 'This must be an object.', path + name)
      if (!Array.isArray(member)) this.check(member, element && partsOf(element), `${path}${name}/`)
      else for (const [index, item] of member.entries()) this.#item(item, element, `${path}${name}[${index}]`)
    }
  }

  /** Every collection of records has records: null is none, and neither is another collection. */
  #item(item: unknown, element: Element | undefined, at: string): void {
    if (Array.isArray(item) || (item === null && !(element && areValues(element))))
      refuse('ASSERT_DATA_TYPE', 'The items of a collection must be objects.', at)
    this.check(item, element && partsOf(element), `${at}/`)
  }

  #control(body: Body, name: string, elements: Elements, path: string): void {
    const [, property = '', control] = CONTROL.exec(name) ?? []
    const element = elementOf(elements, property)
    if (control === 'bind') {
      const isLink = element?.isAssociation && !element.is2many
      const isUrl = typeof body[name] === 'string' || body[name] === null
      if (!isLink || !isUrl)
        refuse('INVALID_BODY', `"${name}" must be the URL of one record to link to, or null.`, path + property)
    } else if (control === 'delta') {
      const items = body[name]
      if (!this.#isUpdate || !element?.isComposition || !element.is2many || !Array.isArray(items) || property in body)
        return refuse(
          'INVALID_BODY',
          `"${name}" must be the changes of a collection of parts, in a PATCH.`,
          path + property,
        )
      Reflect.deleteProperty(body, name)
      body[property] = items
      takeDelta(items as unknown[], element, path + property)
    } else if (control === 'removed') {
      refuse('INVALID_BODY', `"${name}" belongs to the items of a delta.`, path.slice(0, -1))
    }
  }
}

/** The body of one property is its value and nothing else; bytes of a stream come as they are. */
const checkProperty = (body: unknown, property: string): void => {
  const other = Object.keys(body as Body).find((name) => name !== 'value' && !name.includes('@'))
  if (other !== undefined) refuse('INVALID_BODY', `"${other}" is no part of a single property.`, property)
  if (!('value' in (body as Body))) refuse('INVALID_BODY', 'Give the "value" of the property.', property)
}

/** In 4.01 the ETag in a body is a condition, as that of the header is; in 4.0 it means nothing. */
const takeEtag = ({ headers, method, body }: Request): void => {
  const etag: unknown = (body as Body)['@odata.etag']
  if (headers['odata-version'] === '4.01' && method !== 'POST' && typeof etag === 'string') headers['if-match'] ??= etag
}

/** Refuses what a body means besides values, where nothing would come of it. */
export const bodyShape: Concern = (adapter) => (req, _res, next) => {
  const property = queriesOf(req)[0]?._propertyAccess
  const isChange = req.body !== undefined && WITH_BODY.includes(req.method)
  if (isChange) takeEtag(req)
  if (isChange && property !== undefined) checkProperty(req.body, property)
  else if (isChange) new Shape(req).check(req.body, elementsOf(queriesOf(req)[0], adapter, 'params'))
  next()
}
