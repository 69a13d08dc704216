import { badRequest } from '../errors/errors.ts'
import { elementsOf } from '../urls/resource.ts'
import { type Concern, type Element, type Entity, partsOf, queriesOf } from '../../cap/odata.ts'

type Elements = Entity['elements']

/** Whether the items are values, of which there is null too; unknown names are refused elsewhere. */
const areValues = ({ items }: Element): boolean => items !== undefined && !items.elements

/** Where an array has an item that is null or an array: CAP reads the keys of the one, and takes the other for a record. */
const findNoItem = (value: unknown, of: Elements, path = ''): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const place = path && `${path}/`
    const element = of && Object.hasOwn(of, name) ? of[name] : undefined
    // What is in a map is nobody's business.
    if (element?._type === 'cds.Map') continue
    if (element?.elements && Array.isArray(member)) return `${place}${name}`
    const items = Array.isArray(member) ? member : [member]
    for (const [index, item] of items.entries()) {
      const at = `${place}${name}${Array.isArray(member) ? `[${index}]` : ''}`
      const isNone = item === null && !(element && areValues(element))
      if (Array.isArray(member) && (isNone || Array.isArray(item))) return at
      const found = findNoItem(item, element && partsOf(element), at)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Every collection of records in a body has records: null is none, and neither is another collection. */
export const collectionItems: Concern = (adapter) => (req, _res, next) => {
  const [query] = queriesOf(req)
  // The value of one property, which may be a stream.
  if (query?._propertyAccess !== undefined) return next()
  const target = findNoItem(req.body, elementsOf(query, adapter, 'params'))
  if (target === undefined) next()
  else next(Object.assign(badRequest('ASSERT_DATA_TYPE', 'The items of a collection must be objects.'), { target }))
}
