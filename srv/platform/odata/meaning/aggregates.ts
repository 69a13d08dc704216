import { BadRequest } from '../protocol/errors.ts'
import { type EdmType, hasOrder, isNumber, rangeOf } from './edm.ts'

const METHODS: ReadonlySet<string> = new Set(['sum', 'min', 'max', 'average', 'countdistinct'])

/** Databases differ in whether they order bytes, and what is true. */
const isOrdered = (type: EdmType | 'Null'): boolean => hasOrder(type) && type !== 'Boolean' && type !== 'Binary'

/**
 * The type of what a method makes of values of a type.
 *
 * @throws BadRequest for a method that there is not, or not for such values: databases would make something of texts as well
 */
export function aggregateType(method: string, type: EdmType | 'Null'): EdmType {
  if (!METHODS.has(method)) throw new BadRequest(`The method ${method} of aggregate is not supported`)
  if ((method === 'sum' || method === 'average') && !isNumber(type))
    throw new BadRequest(`${method} needs numbers, and not values of the type ${type}`)
  if ((method === 'min' || method === 'max') && !isOrdered(type))
    throw new BadRequest(`There is no ${method} of Edm.${type}`)
  if (method === 'countdistinct') return 'Int64'
  if (method === 'min' || method === 'max') return type as EdmType
  if (method === 'sum' && rangeOf(type) && type !== 'Int64') return 'Int64'
  return type === 'Double' ? 'Double' : 'Decimal'
}
