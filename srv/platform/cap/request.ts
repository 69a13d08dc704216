import cds, { type Service } from '@sap/cds'
import type { Response as HttpResponse, CapRequest, Request as HttpRequest } from './odata.ts'
import type { Column, Entity, Select, Step, Token } from './csn.ts'

/** A row as CAP hands it out; collections carry their total as `$count`. */
export type Row = Record<string, unknown>
export type Rows = Row[] & { $count?: number | string }

/** A query as CAP dispatches it: one of the four kinds is set. */
export interface Query {
  SELECT?: Select
  INSERT?: { into: { ref: Step[] }; entries: Row[] }
  UPDATE?: { entity: { ref: Step[] }; data?: Row; with?: Row; where?: Token[] }
  DELETE?: { from: { ref: Step[] } }
  readonly _target?: Entity
}

/** The parts of a request to a service that this folder reads. */
export interface Request {
  event: string
  query?: Query
  data: Row
  headers: Record<string, string | undefined>
  readonly target?: Entity
  readonly subject: { ref: Step[] }
  readonly protocol?: string
  readonly user: { readonly id: string }
  readonly tx: Transaction
  readonly results?: unknown
  /** The HTTP request that it came with. */
  readonly req?: object
  readonly res?: HttpResponse
  error(error: object): void
}

/** A service within the transaction of a request. */
export interface Transaction {
  run(query: object): Promise<unknown>
  send(request: object): Promise<unknown>
  dispatch(request: object): Promise<unknown>
  /** Throws where the user must not do what a request asks for; services alone have it. */
  handle_authorization?(request: object): Promise<void>
}

/** Wraps the handling of each request to a service, in front of CAP's draft handling. */
export type Interceptor = (request: Request, next: () => Promise<unknown>, tx: Transaction) => Promise<unknown>

/** Wraps of reads, and those of all other requests, the first one outermost. */
export interface Interceptors {
  readonly reads: readonly Interceptor[]
  readonly others: readonly Interceptor[]
}

/** Puts interceptors around a service. */
export function intercept(service: Service, { reads, others }: Interceptors): void {
  type Handle = (this: Transaction, request: Request) => Promise<unknown>
  const target = service as unknown as { handle: Handle }
  const around = (interceptors: readonly Interceptor[]): Handle =>
    interceptors.reduceRight<Handle>(
      (handle, interceptor) =>
        function (request) {
          return interceptor(request, () => handle.call(this, request), this)
        },
      target.handle,
    )
  const [read, handle] = [around(reads), around(others)]
  target.handle = function (request) {
    return (request.event === 'READ' ? read : handle).call(this, request)
  }
}

/** Rows of a result, whether it is one row, many, or none. */
export const toRows = (result: unknown): Row[] =>
  Array.isArray(result) ? (result as Row[]) : result && typeof result === 'object' ? [result as Row] : []

/** Whether columns contain a property by name, or all of them. */
export const isSelected = (columns: readonly Column[] | undefined, name: string): boolean =>
  !columns || columns.some((column) => column === '*' || (!column.expand && column.ref?.[0] === name))

/** A query object of CAP from plain CQN. */
export const selectQuery = (SELECT: Select): object => (cds.ql as unknown as (cqn: object) => object)({ SELECT })

/** Reads rows from the database within the current transaction, past all services. */
export const readFromDatabase = async (select: Select): Promise<Row[]> =>
  toRows(await (cds.db as unknown as Transaction).run(selectQuery(select)))

/**
 * A query as if it had been parsed anew: what a request does to it changes nothing of the original. Concatenations are
 * lists of queries. Of the query itself also what cannot be enumerated is copied; in its parts there is no such thing.
 */
export const cloneQuery = (query: object): object => {
  if (Array.isArray(query)) return query.map(cloneQuery)
  const copy = Object.create(Object.getPrototypeOf(query) as object, Object.getOwnPropertyDescriptors(query)) as Parts
  for (const name of Object.keys(query)) copy[name] = clonePart((query as Parts)[name])
  return copy
}

type Parts = Record<string, unknown>

/** Links into the model stay what they are. */
const clonePart = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(clonePart)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const copy: Parts = {}
  for (const name of Object.keys(value)) copy[name] = clonePart((value as Parts)[name])
  return copy
}

/** The property of an HTTP request that holds what CAP's handlers work on; a WeakMap would keep both from being collected young. */
const HANDLED = Symbol('handled')

type Handled = HttpRequest & { [HANDLED]?: CapRequest }

export const rememberRequest = (req: Handled | undefined, request: CapRequest): CapRequest => {
  if (req) req[HANDLED] = request
  return request
}

/** What CAP's handlers work on for a HTTP request. */
export const handledRequest = (req: Handled): CapRequest | undefined => req[HANDLED]

/** Whether a request is the one that a client has sent, and not one that a handler makes of it. */
export const isOfClient = (request: { req?: object }): boolean =>
  (request.req as Handled | undefined)?.[HANDLED] === request
