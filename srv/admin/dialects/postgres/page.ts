import { quoteIdentifier } from '../../core/identifiers.ts'
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
import { filterTarget } from './filter.ts'

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
