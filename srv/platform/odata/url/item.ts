import type { Spot } from '../protocol/errors.ts'
import type { Cursor } from './cursor.ts'
import { readEnclosed, readExpression, readName } from './expression.ts'
import type { Computed, Expression, Item, Options, OrderItem, Search } from './nodes.ts'

/** Items of the options that are lists: `$select`, `$expand`, `$orderby` and `$compute`. */

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

/** More terms than a person types, few enough for every database. */
const MAX_TERMS = 40

const OPERATOR = /\s*(AND|OR|NOT)(?![^\s"()])/y
/** A phrase, where \" and \\ stand for " and \. */
const PHRASE = /\s*"((?:[^"\\]|\\["\\])*)"/y
const WORD = /\s*([^\s"()]+)/y
/** Within the options of an expand, these end it. */
const NESTED_WORD = /\s*([^\s"();]+)/y

/**
 * Reads what is searched for: words and phrases with AND (which a space means as well), OR and NOT, whose operators are in
 * upper case; NOT binds tighter than AND, AND tighter than OR.
 *
 * @param isNested whether it is one of several options in parentheses, so that a semicolon ends it.
 * @see OData 4.01 URL Conventions, 5.1.7 System Query Option $search
 */
export function readSearch(cursor: Cursor, isNested = false): Search {
  let terms = 0

  const operator = (wanted: string): boolean => {
    const { at } = cursor
    if (cursor.match(OPERATOR)?.[1] === wanted) return true
    cursor.backTo(at)
    return false
  }
  const joined = (kind: 'and' | 'or', of: readonly [Search, ...Search[]]): Search =>
    of.length > 1 ? { kind, of, at: of[0].at } : of[0]

  const readOr = (): Search => {
    const of: [Search, ...Search[]] = [readAnd()]
    while (operator('OR')) of.push(readAnd())
    return joined('or', of)
  }
  const isOver = (): boolean => {
    const { at } = cursor
    const ends = cursor.isAtEnd() || cursor.sees(')') || (isNested && cursor.sees(';')) || operator('OR')
    cursor.backTo(at)
    return ends
  }
  const readAnd = (): Search => {
    const of: [Search, ...Search[]] = [readNot()]
    while (!isOver()) {
      operator('AND')
      of.push(readNot())
    }
    return joined('and', of)
  }
  const readNot = (): Search => {
    const { at } = cursor
    return operator('NOT') ? { kind: 'not', of: cursor.nested(readNot), at } : readTerm()
  }
  const readTerm = (): Search => {
    const { at } = cursor
    if (cursor.sign('(')) {
      const inner = cursor.nested(readOr)
      cursor.expect(')')
      return inner
    }
    if (operator('AND') || operator('OR')) {
      cursor.backTo(at)
      cursor.fail()
    }
    const phrase = cursor.match(PHRASE)?.[1]
    const text =
      phrase?.replace(/\\(["\\])/g, '$1') ?? cursor.match(isNested ? NESTED_WORD : WORD)?.[1] ?? cursor.fail()
    if (text === '') throw cursor.problem('a phrase is empty', at)
    if (++terms > MAX_TERMS) throw cursor.problem(`there are more than ${MAX_TERMS} terms`, at)
    return { kind: 'term', text, at }
  }
  return readOr()
}
