/** Ordering of /Data by the first cell of its record: `$orderby=record/column` and `record/data`, an extension of OData. */
import type { Request as ExpressRequest } from 'express'
import type { Request } from '@sap/cds'
import { httpRequest } from './http-request.ts'

/** One item of `$orderby`, taken out of the URL: OData knows no path through a collection, and CAP would refuse it. */
interface RecordOrder {
  readonly position: number
  readonly companion: 'firstColumn' | 'firstData'
  readonly sort: 'asc' | 'desc'
}

const ITEM = /^\s*record\/(column|data)(?:\s+(asc|desc))?\s*$/
const COMPANIONS = { column: 'firstColumn', data: 'firstData' } as const

const orders = new WeakMap<ExpressRequest, readonly RecordOrder[]>()

/** Splits at the commas between items, not at those within quotes or parentheses. */
const splitItems = (orderBy: string): string[] => {
  const items = ['']
  let depth = 0
  for (const token of orderBy.match(/'[^']*'?|[^']/g) ?? []) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === ',' && depth === 0) items.push('')
    else items.push(`${items.pop() ?? ''}${token}`)
  }
  return items
}

/** Separates the items that name a member of `record`, each with its position, from the rest of an `$orderby`. */
export const splitOrderBy = (orderBy: string): { rest: string[]; recordOrders: RecordOrder[] } => {
  const rest: string[] = []
  const recordOrders: RecordOrder[] = []
  splitItems(orderBy).forEach((item, position) => {
    const [, member, sort] = ITEM.exec(item) ?? []
    if (member === undefined) rest.push(item)
    else
      recordOrders.push({
        position,
        companion: COMPANIONS[member as 'column' | 'data'],
        sort: (sort ?? 'asc') as 'asc' | 'desc',
      })
  })
  return { rest, recordOrders }
}

/** Remembers for the READ what was taken out of its URL. */
export const rememberRecordOrders = (request: ExpressRequest, recordOrders: readonly RecordOrder[]): void => {
  orders.set(request, recordOrders)
}

/** What the client ordered by, in its place, for `orderBy` of a query. */
export const addRecordOrders = (req: Request, orderBy: object[]): void => {
  const request = httpRequest(req)
  for (const { position, companion, sort } of (request && orders.get(request)) ?? [])
    orderBy.splice(position, 0, { ref: [companion], sort })
}
