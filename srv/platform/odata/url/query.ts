import { RecentMap } from '../../plans/index.ts'
import { BadRequest } from '../errors/bad-request.ts'
import type { Options } from './nodes.ts'
import { readOption } from './options.ts'
import { parseQueryString, type QueryOption } from './query-string.ts'

/** The options of a URL: those that are trees, and all others as they were written, aliases among them. */
export interface ReadQuery {
  readonly options: Options
  readonly rest: readonly QueryOption[]
}

const TREES = ['filter', 'search', 'orderby', 'compute', 'apply', 'select', 'expand'] as const

/** Queries by their text; clients decide how many there are. */
const remembered = new RecentMap<string, ReadQuery>(500)

const decoded = (query: string): QueryOption[] => {
  try {
    return parseQueryString(query)
  } catch {
    throw new BadRequest('Malformed percent-encoding')
  }
}

/**
 * Reads a query string, whose options have their `$`.
 *
 * @throws BadRequest
 */
export function readQuery(query: string): ReadQuery {
  const known = remembered.get(query)
  if (known) return known
  const options: Record<string, unknown> = {}
  const rest: QueryOption[] = []
  for (const option of decoded(query)) {
    const name = TREES.find((each) => option.name === `$${each}`)
    if (!name) rest.push(option)
    // Whoever searches for nothing finds all.
    else if (name !== 'search' || option.value.trim()) options[name] = readOption(name, option.value)
  }
  const read: ReadQuery = { options, rest }
  remembered.set(query, read)
  return read
}
