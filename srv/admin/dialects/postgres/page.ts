import { quoteIdentifier, columnResolver } from '../../core/identifiers.ts'
import {
  deepPlaces,
  indexedTerm,
  isDeep,
  rowsAt,
  type OrderTerm,
  orderText,
  type PageQuestion,
  plainStatement,
} from '../page.ts'
import type { ColumnMetadata } from '../metadata.ts'
import type { FilterColumn, FilterTarget } from '../../core/filter/compile.ts'
import type { FunctionName } from '../../core/filter/syntax.ts'
import { foldCase, placeholder } from './values.ts'

/** Columns of an object without a key, besides those asked for, that tell rows apart that are equal in the order. */
const TIE_BREAKERS = 16
/** Where a row lies: for objects that hold rows themselves. https://www.postgresql.org/docs/current/ddl-system-columns.html */
const STORED: ReadonlySet<PageQuestion['type']> = new Set(['table', 'temporary', 'materialized'])

/**
 * The statement of a page. No row stands on two pages or on none, however many rows are equal in the order: those are told
 * apart by their key, or by where they lie. Rows passed over cost no more than finding them: what is shown is computed of
 * those that are left. An order by an indexed column reads its index, which has NULL at the end that is not asked for.
 */
export const pageStatement = (page: PageQuestion): string => {
  const { from, where, keys, limit, offset } = page
  const place = placeOf(page)
  if (!place)
    return plainStatement(page, [...page.order.map(orderText), ...keyTerms(page), ...tieBreakers(page).map(orderText)])
  const [first, ...rest] = page.order
  const others = [...rest.map(orderText), ...(keys.length > 0 ? keyTerms(page) : place.map((name) => `r.${name}`))]
  const isSplit = first?.column.nullable === true && first.column.isSortedByIndex === true
  const order = [...(first ? [orderText(first)] : []), ...others]
  if (keys.length > 0 && offset === 0 && !isSplit) return plainStatement(page, order)
  const places = place.map((name) => `r.${name}`).join(', ')
  const range = `LIMIT ${limit}${offset > 0 ? ` OFFSET ${offset}` : ''}`
  const part = (condition: string, by: readonly string[]): string =>
    `(SELECT ${places} FROM ${from} AS r WHERE ${where ? `${where} AND ` : ''}${condition} ORDER BY ${by.join(', ')} LIMIT ${limit + offset})`
  const deep = isDeep(page) ? indexedTerm(page) : undefined
  const found = (): string => {
    if (deep) return deepPlaces(page, deep, place, others)
    // A scan of the whole table meets its rows as they lie.
    const isAsStored = !first && !where && keys.length === 0
    if (!isSplit)
      return `SELECT ${places} FROM ${from} AS r${where ? ` WHERE ${where}` : ''}${isAsStored ? '' : ` ORDER BY ${order.join(', ')}`} ${range}`
    const parts = [
      part(`${first.sql} IS NULL`, others),
      part(`${first.sql} IS NOT NULL`, [`${first.sql}${first.isDescending ? ' DESC' : ''}`, ...others]),
    ]
    if (first.isDescending) parts.reverse()
    // Not taken apart by the planner, which then reads one part after the other, and the second only if it has to.
    return `SELECT * FROM (${parts.join(' UNION ALL ')}) AS r ${range}`
  }
  return rowsAt(page, { found: found(), place, join: 'JOIN', order })
}

/** What tells a row from all others; undefined for what is no table, and for rows of several tables without a common key. */
const placeOf = ({ type, isDivided, hasPlaces, keys }: PageQuestion): string[] | undefined => {
  if (isDivided) return undefined
  if (keys.length > 0) return keys.map(({ name }) => quoteIdentifier(name))
  return hasPlaces && STORED.has(type) ? ['ctid'] : undefined
}

const keyTerms = ({ order, keys }: PageQuestion): string[] =>
  keys
    .filter((key) => !order.some(({ column }) => column.name === key.name))
    .map(({ name }) => `r.${quoteIdentifier(name)}`)

/** Rows that are equal in all of these are the same to a reader. */
const tieBreakers = ({ columns, order, keys }: PageQuestion): OrderTerm[] =>
  order.length === 0
    ? []
    : columns
        .filter(
          (column) =>
            isComparable(column) &&
            ![...order.map((term) => term.column), ...keys].some(({ name }) => name === column.name),
        )
        .slice(0, TIE_BREAKERS)
        .map((column) => ({
          column,
          sql: filterTarget([]).sortable(column.kind, `r.${quoteIdentifier(column.name)}`),
          isDescending: false,
        }))

const isComparable = ({ kind, own }: ColumnMetadata): boolean =>
  kind !== 'json' && (own === undefined || own.comparison === 'order')

export const filterTarget = (columns: readonly ColumnMetadata[]): FilterTarget => ({
  column: columnResolver(columns.map(named)),
  quote: quoteIdentifier,
  reference: ({ name, kind }) => {
    if (kind === 'text') return `${quoteIdentifier(name)}::text`
    // A single-precision 0.1 is no double-precision 0.1: what is compared is the number that it is written as.
    const isSingle = kind === 'float' && columns.some((column) => column.name === name && column.type === 'real')
    return isSingle ? `${quoteIdentifier(name)}::text::float8` : quoteIdentifier(name)
  },
  placeholder,
  bind: (_kind, value) => value,
  compared: (own, sql) => (own.ignoresCase ? foldCase(sql) : sql),
  sortable: (kind, sql) => (kind === 'text' ? `${sql} COLLATE "C"` : sql),
  like: (operand, pattern) => `${operand} LIKE ${pattern}`,
  bindPattern: (pattern) => pattern, // the backslash is PostgreSQL's own escape
  foldCase: (sql) => `lower(${sql} COLLATE "und-x-icu")`,
  hasInfinity: true,
  hasInfiniteTimes: true,
  isNan: (sql) => `${sql} = 'NaN'`,
  has: ({ name }, parameter) =>
    columns.some((column) => column.name === name && column.type.endsWith('[]'))
      ? `${parameter} = any (${quoteIdentifier(name)})`
      : null,
  within: ({ name, kind }, path, wanted, bind) => {
    if (kind !== 'json') return null
    const steps = path.map((step) => `-> ${typeof step === 'number' ? String(step) : bind(step)}`)
    const found = `(${quoteIdentifier(name)}::jsonb ${steps.join(' ')})`
    const text = `(${found} #>> '{}')`
    if (wanted === 'text') return text
    const [type, cast] = wanted === 'decimal' ? ['number', 'numeric'] : ['boolean', 'boolean']
    return `CASE WHEN jsonb_typeof(${found}) = '${type}' THEN ${text}::${cast} END`
  },
  arithmetic: (operator, left, right) =>
    operator === '/'
      ? `(${left})::numeric / nullif((${right})::numeric, 0)`
      : `(${left})::numeric ${operator} (${right})::numeric`,
  firstMoment: (sql) => `(${sql})::timestamp::timestamptz`,
  // SQLite knows no years beyond four digits.
  shift: (kind, sql, amount, unit) => {
    const shifted = `(${sql})::timestamp + interval '${amount} ${unit}'`
    const inside = `CASE WHEN ${shifted} >= '0001-01-01' AND ${shifted} < '10000-01-01' THEN ${shifted} END`
    return kind === 'date' ? `(${inside})::date` : `(${inside})::timestamptz`
  },
  matches: (text, pattern) => `(${text}) COLLATE "C" ~ ${pattern}`,
  call: (name, args) => FUNCTIONS[name](args),
})

/**
 * What stands for an object of the database is compared as its name: one that does not exist is no error then. Texts of a
 * fixed length are filled up with blanks, which mean nothing.
 */
const named = (column: ColumnMetadata): ColumnMetadata & FilterColumn => {
  const { own, ...rest } = column
  if (own?.name.startsWith('pg_catalog.reg')) return { ...rest, kind: 'text' }
  return /^(?:character(?:\(|$)|bpchar)/.test(column.type) ? { ...column, isPadded: true } : column
}

/** What lies before or behind all others has no year. */
const part =
  (field: string) =>
  ([instant = '']: readonly string[]): string =>
    `extract(${field} from nullif(nullif(${instant}, 'infinity'), '-infinity'))::int`

const FUNCTIONS: Record<FunctionName, (args: readonly string[]) => string> = {
  lower: ([text = '']) => `lower(${text})`,
  upper: ([text = '']) => `upper(${text})`,
  length: ([text = '']) => `length(${text})`,
  trim: ([text = '']) => `btrim(${text})`,
  substring: ([text = '', start = '', length]) =>
    length === undefined
      ? `substr(${text}, (${start})::int)`
      : `substr(${text}, (${start})::int, greatest(${length}, 0)::int)`,
  abs: ([number = '']) => `abs((${number})::numeric)`, // the least integer has no positive one
  round: ([number = '', digits = '0']) => `round((${number})::numeric, greatest(${digits}, 0)::int)`,
  coalesce: (args) => `coalesce(${args.join(', ')})`,
  hour: part('hour'),
  minute: part('minute'),
  second: ([instant = '']) => `floor(extract(second from ${instant}))::int`,
  floor: ([number = '']) => `floor((${number})::numeric)`,
  ceil: ([number = '']) => `ceil((${number})::numeric)`,
  now: () => 'current_timestamp',
  year: part('year'),
  month: part('month'),
  day: part('day'),
  current_date: () => 'current_date',
  current_timestamp: () => 'current_timestamp',
}
