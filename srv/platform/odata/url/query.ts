import { BadRequest } from '../protocol/errors.ts'
import { readApply } from './apply.ts'
import { Cursor } from './cursor.ts'
import { readExpression, readList } from './expression.ts'
import type { Expression, Options, QueryOption } from './nodes.ts'
import { readComputed, readItem, readOrderItem, readSearch } from './item.ts'
import { RecentMap } from '../../../read-cache/recent-map.ts'

const INTEGER = /\d+(?![\w.])/y
const BOOLEAN = /(?:true|false)(?!\w)/iy
const LEVELS = /(?:max|\d+)(?!\w)/iy

const readRows = (cursor: Cursor): number => {
  const rows = Number(cursor.take(INTEGER) ?? NaN)
  if (Number.isSafeInteger(rows)) return rows
  throw cursor.problem('a whole number is needed, zero or more,', cursor.at, 'INVALID_PAGING')
}

const readLevels = (cursor: Cursor): number | 'max' => {
  const text = (cursor.take(LEVELS) ?? cursor.fail()).toLowerCase()
  return text === 'max' ? text : Number(text)
}

export type OptionName = Exclude<keyof Options, 'written'>

/** Which options are given. */
export const namesOf = (options: Options): OptionName[] =>
  Object.keys(options).filter((name): name is OptionName => name !== 'written')

/** How each option is read. */
const READERS: {
  readonly [Name in OptionName]: (cursor: Cursor, isNested: boolean) => NonNullable<Options[Name]>
} = {
  filter: (cursor): Expression => readExpression(cursor),
  orderby: (cursor) => readList(cursor, readOrderItem),
  search: readSearch,
  select: (cursor) => readList(cursor, readItem),
  expand: (cursor) => readList(cursor, readItem),
  compute: (cursor) => readList(cursor, readComputed),
  apply: (cursor) => readApply(cursor),
  top: readRows,
  skip: readRows,
  count: (cursor) => (cursor.take(BOOLEAN) ?? cursor.fail()).toLowerCase() === 'true',
  levels: readLevels,
}

/** The name of an option that the grammar has, without `$`, in whatever case it is written. */
const optionNamed = (text: string): OptionName | undefined => {
  const name = text.replace(/^\$/, '').toLowerCase()
  return Object.hasOwn(READERS, name) ? (name as OptionName) : undefined
}

const OPTION = /\s*(\$?[a-z]+)\s*=\s*/iy

/** Options in parentheses that have been opened, divided by semicolons. */
function readNestedOptions(cursor: Cursor): Options {
  if (cursor.sign(')')) throw cursor.problem('there are no options in the parentheses')
  const options: Record<string, unknown> = {}
  const written: QueryOption[] = []
  do {
    const { at } = cursor
    const text = cursor.match(OPTION)?.[1] ?? cursor.fail()
    const name = optionNamed(text)
    if (!name) throw cursor.problem(`there is no option ${text}`, at)
    if (name in options) throw cursor.problem(`$${name} is given twice`, at, 'DUPLICATE_QUERY_OPTION')
    const start = cursor.index
    options[name] = cursor.nested(() => READERS[name](cursor, true))
    written.push({ name: `$${name}`, value: cursor.text.slice(start, cursor.index) })
  } while (cursor.sign(';'))
  cursor.expect(')')
  return { ...options, written }
}

/**
 * Reads one option of a URL by itself.
 *
 * @throws BadRequest naming the option and the place.
 */
export function readOption<Name extends OptionName>(name: Name, text: string): NonNullable<Options[Name]> {
  const cursor = new Cursor(text, `$${name}`, readNestedOptions)
  cursor.take(/\s*/y)
  if (cursor.isAtEnd()) throw new BadRequest(`$${name} is empty`)
  const read = READERS[name] as (cursor: Cursor, isNested: boolean) => NonNullable<Options[Name]>
  const value = read(cursor, false)
  return cursor.isAtEnd() ? value : cursor.fail()
}

const readAlias = (name: string, value: string): Expression => {
  const cursor = new Cursor(value, name, readNestedOptions)
  const expression = readExpression(cursor)
  return cursor.isAtEnd() ? expression : cursor.fail()
}

/**
 * What aliases such as `@p` stand for.
 *
 * @throws BadRequest for what is no value, and for an alias that is given twice.
 */
export function readAliases(
  options: readonly { readonly name: string; readonly value: string }[],
): ReadonlyMap<string, Expression> {
  const aliases = new Map<string, Expression>()
  for (const { name, value } of options) {
    if (!name.startsWith('@')) continue
    if (aliases.has(name)) throw new BadRequest(`${name} occurs twice`)
    aliases.set(name, readAlias(name, value))
  }
  return aliases
}

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
