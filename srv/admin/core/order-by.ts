import { AdminError } from './errors.ts'

export interface OrderItem {
  readonly name: string
  readonly isDescending: boolean
}

/** More than anybody orders by; engines take about as many as a table has columns. */
const MAX_TERMS = 100

const ITEM = /\s*(?:"((?:[^"]|"")+)"|([^\s,"]+))(?:\s+(asc|desc))?\s*(,|$)/iy

/**
 * Reads an order such as `name desc, "my column"`.
 *
 * @throws AdminError `INVALID_PARAMETER`, `LIMIT_TOO_LARGE`.
 */
export const parseOrderBy = (text: string | undefined): OrderItem[] => {
  if (text === undefined || text.trim() === '') return []
  const items: OrderItem[] = []
  let at = 0
  for (;;) {
    ITEM.lastIndex = at
    const item = ITEM.exec(text)
    if (!item)
      throw new AdminError(
        'INVALID_PARAMETER',
        `'orderBy' lists columns, each with 'asc' or 'desc' behind it or neither`,
      )
    items.push({
      name: item[1]?.replaceAll('""', '"') ?? item[2] ?? '',
      isDescending: item[3]?.toLowerCase() === 'desc',
    })
    if (items.length > MAX_TERMS)
      throw new AdminError('LIMIT_TOO_LARGE', `'orderBy' lists at most ${MAX_TERMS} columns`)
    if (item[4] === '') return items
    at = ITEM.lastIndex
  }
}
