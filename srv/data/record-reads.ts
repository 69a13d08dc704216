import type { Request } from '@sap/cds'
import type { Request as ExpressRequest } from 'express'

// Ordering of /Data by the first cell of its record: `$orderby=record/column` and `record/data`, an extension of OData.

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
const addRecordOrders = (req: Request, orderBy: object[]): void => {
  const request = httpRequest(req)
  for (const { position, companion, sort } of (request && orders.get(request)) ?? [])
    orderBy.splice(position, 0, { ref: [companion], sort })
}

type Token = string | Operand

/** The parts of a CQN expression that can name an element. */
interface Operand {
  ref?: string[]
  func?: string
  args?: Operand[]
  xpr?: Token[]
}

interface Query {
  SELECT: { columns?: Token[]; where?: Token[]; orderBy?: Operand[]; groupBy?: Operand[] }
}

const isRecord = ({ ref }: Operand): boolean => ref?.[0] === 'record'

/** Functions that look into a collection, which they have as their first argument. */
const OF_CELLS: readonly (string | undefined)[] = ['anyitem', 'countitems']

const mentionsRecord = (expression: unknown): boolean => {
  if (Array.isArray(expression)) return expression.some(mentionsRecord)
  if (expression === null || typeof expression !== 'object') return false
  const { func, args = [] } = expression as Operand
  if (OF_CELLS.includes(func)) return mentionsRecord(args.slice(1))
  return isRecord(expression) || Object.values(expression).some(mentionsRecord)
}

const CASE_FUNCTIONS = ['tolower', 'toupper']

const asText = (operand: Operand): Operand => {
  if (isRecord(operand)) return { ref: ['searchText'] }
  return CASE_FUNCTIONS.includes(operand.func ?? '') ? { ...operand, args: operand.args?.map(asText) ?? [] } : operand
}

/** `contains(record,'x')`, which is also what a search asks for, looks into the texts of the cells, not into their JSON. */
const containsText = (token: Token): Token => {
  if (typeof token === 'string') return token
  if (token.xpr) return { ...token, xpr: token.xpr.map(containsText) }
  const [text, ...rest] = token.args ?? []
  return token.func === 'contains' && text ? { ...token, args: [asText(text), ...rest] } : token
}

/**
 * Before READ of rows: refuses to compare, order or sum up whole records, which no database does alike, orders by their first
 * cells where asked to, and leaves the companions unread, since nobody is shown them.
 */
export const prepareRead = (req: Request): void => {
  const { SELECT } = req.query as unknown as Query
  if (SELECT.where) SELECT.where = SELECT.where.map(containsText)
  const calls = SELECT.columns?.filter((column) => typeof column === 'object' && column.func !== undefined)
  if ([SELECT.where, SELECT.orderBy, SELECT.groupBy, calls].some(mentionsRecord))
    req.reject({
      status: 400,
      code: 'NOT_SUPPORTED',
      message: 'record is a collection and cannot be compared',
      target: 'record',
    })
  if (SELECT.columns)
    SELECT.columns = SELECT.columns.flatMap((column) =>
      column === '*' ? [{ ref: ['dummy'] }, { ref: ['record'] }] : [column],
    )
  addRecordOrders(req, (SELECT.orderBy ??= []))
}

/** Runs the handlers behind an `on` handler: CAP's own reading and writing. */
export type Next = () => Promise<unknown>

/** What CAP keeps on the express request, and does not type: the body with links as keys, before CAP put those of the path into it. */
type RawRequest = ExpressRequest & { _raw?: string }

/**
 * The HTTP request behind a service request: in a `$batch` the part, where `req.http` is the whole batch.
 * Undefined for requests from inside, such as CAP's read after a write.
 */
export const httpRequest = (req: Request): ExpressRequest | undefined =>
  (req as unknown as { req?: ExpressRequest }).req

/** The body that the client sent; empty for requests without one. */
export const sentBody = (req: Request): Record<string, unknown> => {
  const raw = (httpRequest(req) as RawRequest | undefined)?._raw
  const body: unknown = raw ? JSON.parse(raw) : undefined
  return body !== null && typeof body === 'object' ? (body as Record<string, unknown>) : {}
}
