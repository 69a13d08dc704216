import type { Order } from '../data-table.tsx'
import { readNames, writeNames } from '../form-options.ts'

/** By which columns rows are ordered, as it stands in an address: descending ones begin with a minus sign. */
export const writeOrders = (orders: readonly Order[]): string =>
  writeNames(orders.map(({ key, isDescending }) => `${isDescending ? '-' : '+'}${key}`))

export const readOrders = (text: string | undefined): readonly Order[] =>
  readNames(text ?? '').map((name) => ({ key: name.slice(1), isDescending: name.startsWith('-') }))

/**
 * What a click on a head makes of the order: ascending, descending, and back to none.
 *
 * @param isAdded keeps the other columns, instead of taking their place.
 */
export const toggleOrder = (orders: readonly Order[], key: string, isAdded: boolean): readonly Order[] => {
  const before = orders.find((order) => order.key === key)
  const next = before ? (before.isDescending ? [] : [{ key, isDescending: true }]) : [{ key, isDescending: false }]
  if (!isAdded) return next
  return before ? orders.flatMap((order) => (order.key === key ? next : [order])) : [...orders, ...next]
}
