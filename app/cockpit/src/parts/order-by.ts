import type { Order } from './data-table.tsx'

/** An order as the API reads it, names quoted. */
export const orderByText = (orders: readonly Order[]): string =>
  orders.map(({ key, isDescending }) => `"${key.replaceAll('"', '""')}"${isDescending ? ' desc' : ''}`).join(', ')
