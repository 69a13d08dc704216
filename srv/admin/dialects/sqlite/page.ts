import { quoteIdentifier } from '../../core/identifiers.ts'
import { deepPlaces, indexedTerm, isDeep, rowsAt, orderText, type PageQuestion, plainStatement } from '../page.ts'

/**
 * The statement of a page. Of rows passed over only the key is read. Those of an order without an index are numbered: a sort
 * with a limit would keep as many rows as are passed over in a tree, which takes many times as long as to sort all of them.
 */
export const pageStatement = (page: PageQuestion): string => {
  const { from, where, keys, limit, offset } = page
  const names = keys.map(({ name }) => quoteIdentifier(name))
  const ties = keys
    .filter((key) => !page.order.some(({ column }) => column.name === key.name))
    .map(({ name }) => `r.${quoteIdentifier(name)}`)
  const order = [...page.order.map(orderText), ...ties]
  const deep = indexedTerm(page)
  // A later column of the order makes SQLite leave the index and sort all rows.
  const isPlain = !isDeep(page) && !(deep && page.order.length > 1)
  // A key may hold NULL here, which tells no rows apart.
  if (isPlain || keys.length === 0 || keys.some(({ nullable }) => nullable)) return plainStatement(page, order)
  const fields = names.map((name) => `r.${name}`)
  const isByKey = page.order.every(({ column }) => keys.length === 1 && column.name === keys[0]?.name)
  const found = (): string => {
    if (deep) return deepPlaces(page, deep, names, order.slice(1))
    if (isByKey) return plainStatement({ from, fields, where, limit, offset }, order)
    // Longer than the name of each key.
    const number = quoteIdentifier(`${keys.map(({ name }) => name).join('')} number`)
    const numbered = `row_number() OVER (ORDER BY ${order.join(', ')}) AS ${number}`
    const all = plainStatement({ from, fields: [...fields, numbered], where, limit: Infinity, offset: 0 }, [])
    return `SELECT ${names.join(', ')} FROM (${all}) WHERE ${number} > ${offset} AND ${number} <= ${offset + limit}`
  }
  // The order of a cross join stays as it is written: https://www.sqlite.org/optoverview.html#crossjoin
  return rowsAt(page, { found: found(), place: names, join: 'CROSS JOIN', order })
}
