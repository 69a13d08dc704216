import { elementOf, type Entity } from '../../cap/csn.ts'
import { BadRequest } from '../errors/bad-request.ts'

/**
 * Checks an item of `$select`: a property, or one within a property, and nothing of another record.
 *
 * @throws BadRequest
 */
export function checkSelected(item: string, entity: Entity): void {
  const [first = '', ...rest] = item.split('/')
  if (rest.length && elementOf(entity, first)?._target)
    throw new BadRequest(`$select takes no path through ${first}: use $expand=${first}($select=…)`)
}
