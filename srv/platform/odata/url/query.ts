import { RecentMap } from '../../plans/index.ts'
import { BadRequest } from '../errors/bad-request.ts'
import type { Options, QueryOption } from './nodes.ts'
import { readOption } from './options.ts'

/** What stands before the first occurrence of a mark; the whole text where there is none. */
export const textBefore = (text: string, mark: string): string => text.split(mark, 1)[0] ?? ''

// Browsers and HTTP libraries send spaces as +. The + of a time zone is the only other one that OData has unescaped.
const PLUS = /(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?\+/g

const decode = (raw: string): string =>
  decodeURIComponent(raw.replace(PLUS, (_, time?: string) => (time ? `${time}%2B` : ' ')))

/**
 * Splits a query string (without its `?`) into decoded options, in their order.
 *
 * @throws URIError for malformed percent-encoding
 */
export const parseQueryString = (query: string): QueryOption[] =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0
        ? { name: decode(pair), value: '' }
        : { name: decode(pair.slice(0, at)), value: decode(pair.slice(at + 1)) }
    })

/** The value of the first option of that name. */
export const valueOf = (options: readonly QueryOption[], name: string): string | undefined =>
  options.find((option) => option.name === name)?.value

/** Joins options into a query string that parseQueryString reads as the same options. */
export const printQueryString = (options: readonly QueryOption[]): string =>
  options.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')

/** The options of a URL: those that are trees, and all others as they were written, aliases among them. */
interface ReadQuery {
  readonly options: Options
  readonly rest: readonly QueryOption[]
}

const TREES = ['filter', 'search', 'orderby', 'compute', 'apply', 'select', 'expand'] as const

/** Those of pages, which are passed on in one form. */
const SIMPLE = ['top', 'skip', 'count'] as const

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
    if (!option.name) throw new BadRequest('An option has no name')
    const name = TREES.find((each) => option.name === `$${each}`)
    const simple = SIMPLE.find((each) => option.name === `$${each}`)
    if (simple) rest.push({ ...option, value: String(readOption(simple, option.value)) })
    else if (!name) rest.push(option)
    // Whoever searches for nothing finds all.
    else if (name !== 'search' || option.value.trim()) options[name] = readOption(name, option.value)
  }
  const read: ReadQuery = { options, rest }
  remembered.set(query, read)
  return read
}
