import { BadRequest } from '../errors/bad-request.ts'
import { readApply } from './apply.ts'
import { Cursor } from './cursor.ts'
import { readExpression, readName, readComputed, readList, readOrderItem } from './expression.ts'
import type { Expression, Item, Options, QueryOption } from './nodes.ts'
import { readSearch } from './search.ts'

const STEP = /\*|\$(?:ref|count|value)(?!\w)/y

/** An item of `$select` or `$expand`. */
export function readItem(cursor: Cursor): Item {
  cursor.take(/\s*/y)
  const { at } = cursor
  const path: string[] = []
  do path.push(cursor.take(STEP) ?? readName(cursor))
  while (cursor.take(/\//y))
  return { path, ...(cursor.sign('(') && { options: cursor.readOptions() }), at }
}

const INTEGER = /\d+(?![\w.])/y
const BOOLEAN = /(?:true|false)(?!\w)/iy
const LEVELS = /(?:max|\d+)(?!\w)/iy

const readRows = (cursor: Cursor): number => {
  const rows = Number(cursor.take(INTEGER) ?? NaN)
  if (Number.isSafeInteger(rows)) return rows
  throw cursor.problem('must be a whole number, zero or more,', cursor.at, 'INVALID_PAGING')
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
  if (cursor.sign(')')) throw cursor.problem('has no options in its parentheses')
  const options: Record<string, unknown> = {}
  const written: QueryOption[] = []
  do {
    const { at } = cursor
    const text = cursor.match(OPTION)?.[1] ?? cursor.fail()
    const name = optionNamed(text)
    if (!name) throw cursor.problem(`has no option ${text},`, at)
    if (name in options) throw cursor.problem(`has $${name} twice,`, at, 'DUPLICATE_QUERY_OPTION')
    const start = cursor.at
    options[name] = cursor.nested(() => READERS[name](cursor, true))
    written.push({ name: `$${name}`, value: cursor.text.slice(start, cursor.at) })
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
