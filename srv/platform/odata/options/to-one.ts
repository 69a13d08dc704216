import { BadRequest } from '../errors/bad-request.ts'
import type { Element } from '../../cap/csn.ts'
import type { QueryOption } from '../url/query-string.ts'

/** The options that choose among records, put them in an order, or count them. */
export const OF_COLLECTIONS: readonly string[] = [
  '$apply',
  '$count',
  '$filter',
  '$orderby',
  '$search',
  '$skip',
  '$skiptoken',
  '$top',
]

/**
 * Refuses what is for collections where there is one record at most: CAP passes over it, or filters the record away.
 *
 * @throws BadRequest
 * @see OData 4.0 Protocol, section 11.2.4.2.1: Expand Options
 */
export function checkOptionsOfOne({ name: path, is2many }: Element, options: readonly QueryOption[]): void {
  const option = is2many ? undefined : options.find(({ name }) => OF_COLLECTIONS.includes(name))
  if (option) throw new BadRequest(`${option.name} is for collections, and ${path} is a single record`, 'NOT_SUPPORTED')
}
