import { badRequest } from '../errors/errors.ts'
import type { Concern } from '../../cap/odata.ts'

/** Where an array has an item that is null or an array: CAP reads the keys of the one, and takes the other for a record. */
const findNoItem = (value: unknown, path = ''): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${name}]` : path && `${path}/${name}`
    if (Array.isArray(value) && (member === null || Array.isArray(member))) return place
    const found = findNoItem(member, place || name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Every collection in a body has records: null is none, and neither is another collection. */
export const collectionItems: Concern = () => (req, _res, next) => {
  const target = findNoItem(req.body)
  if (target === undefined) next()
  else next(Object.assign(badRequest('ASSERT_DATA_TYPE', 'The items of a collection must be objects.'), { target }))
}
