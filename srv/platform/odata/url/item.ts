/** Items of the options that are lists: `$select`, `$expand`, `$orderby` and `$compute`. */
import type { Spot } from '../protocol/errors.ts'
import type { Cursor } from './cursor.ts'
import { readEnclosed, readExpression, readName } from './expression.ts'
import type { Computed, Expression, Item, Options, OrderItem } from './nodes.ts'

const FILTER = /\$filter(?=\s*\()/y
const STEP = /(?:[A-Za-z_]\w*\.)*\*|\$(?:ref|count|value)(?!\w)/y

/** An item of `$select` or `$expand`. */
export function readItem(cursor: Cursor): Item {
  cursor.take(/\s*/y)
  const { at } = cursor
  const path: string[] = []
  const filters: Filter[] = []
  do {
    if (path.length && cursor.take(FILTER)) filters.push(readEnclosed(cursor, readFilter))
    else path.push(cursor.take(STEP) ?? readName(cursor))
  } while (cursor.take(/\//y))
  const options = cursor.sign('(') ? cursor.readOptions() : undefined
  if (!filters.length) return { path, ...(options && { options }), at }
  return { path, options: filteredBy(filters, options, at), at }
}

/** A condition, and how it was written. */
interface Filter {
  readonly of: Expression
  readonly text: string
}

const readFilter = (cursor: Cursor): Filter => {
  const start = cursor.index
  const of = readExpression(cursor)
  return { of, text: cursor.text.slice(start, cursor.index) }
}

/** `nav/$filter(…)` means what the option does; links to further pages repeat that. */
function filteredBy(filters: readonly Filter[], options: Options = {}, at: Spot): Options {
  const rest = options.written?.filter(({ name }) => name !== '$filter') ?? []
  const written = options.written?.find(({ name }) => name === '$filter')?.value
  const all = [...filters, ...(options.filter ? [{ of: options.filter, text: written ?? '' }] : [])]
  const value = all.map(({ text }) => `(${text})`).join(' and ')
  const filter = all
    .map(({ of }) => of)
    .reduce((left, right) => ({ kind: 'binary', operator: 'and', left, right, at }) as const)
  return { ...options, filter, written: [{ name: '$filter', value }, ...rest] }
}

const DIRECTION = /\s+(asc|desc)(?!\w)/iy

export function readOrderItem(cursor: Cursor): OrderItem {
  cursor.take(/\s*/y)
  const { at } = cursor
  const of = readExpression(cursor)
  return { of, isDescending: cursor.match(DIRECTION)?.[1]?.toLowerCase() === 'desc', at }
}

const AS = /\s+as\s+/iy

export function readComputed(cursor: Cursor): Computed {
  cursor.take(/\s*/y)
  const { at } = cursor
  const of = readExpression(cursor)
  if (cursor.take(AS) === undefined) throw cursor.problem('a name is needed, as in price mul 2 as twice,', at)
  return { of, name: readName(cursor), at }
}
