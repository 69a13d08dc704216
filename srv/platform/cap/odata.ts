/** The parts of CAP's OData runtime that this folder builds on: CAP ships no types for them. */
import { createRequire } from 'node:module'
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response, Router } from 'express'
import cds, { type Service } from '@sap/cds'
import type { Operation, Xpr } from './csn.ts'

const require = createRequire(import.meta.url)

/** An element of an entity, as CAP's linked model has it. */
export interface Element {
  readonly name: string
  readonly _type?: string
  readonly isAssociation?: boolean
  readonly is2many?: boolean
  readonly isComposition?: boolean
  /** The condition of an association that its target holds, such as `residents.homeworld = $self`. */
  readonly on?: Xpr
  /** The keys of the target that an association to one holds in its own entity. */
  readonly keys?: readonly { ref: readonly string[] }[]
  readonly key?: boolean
  readonly _target?: Entity
  readonly elements?: Elements
  /** What a collection consists of. */
  readonly items?: Element
}

type Elements = Readonly<Record<string, Element | undefined>>

/** An entity of the linked model. `drafts` is its draft shadow, if it can be edited through drafts. */
export interface Entity {
  readonly kind?: string
  readonly name: string
  readonly elements?: Elements
  readonly keys?: Readonly<Record<string, Element>>
  readonly actions?: Readonly<Record<string, Operation>>
  readonly drafts?: Entity
  readonly isDraft?: boolean
  /** Whether there is one record at most, which is addressed without a key. */
  readonly _isSingleton?: boolean
}

/** What the model says of an entity or an element. */
export const annotation = (of: object | undefined, name: `@${string}`): unknown =>
  (of as Readonly<Record<`@${string}`, unknown>> | undefined)?.[name]

/** The elements of what an element leads to or consists of. */
export const partsOf = ({ _target, elements, items }: Element): Elements | undefined =>
  _target?.elements ?? elements ?? items?.elements

/** One word of a CQN expression: a path, a value or an operator. */
export type Token = string | { ref?: readonly string[]; val?: unknown }

/** One segment of a resource path that carries a key predicate or an operation. */
export interface Segment {
  id?: string
  where?: Token[]
  operation?: string
  args?: Record<string, unknown>
}

export interface Limit {
  rows?: { val?: number }
  offset?: { val?: number }
}

export interface Column {
  ref?: readonly string[]
  as?: string
  cast?: { readonly type: string }
  /** The type of OData of what is computed, where it is another one than that of the cast. */
  '@odata.Type'?: string
  expand?: readonly (Column | '*')[]
  limit?: Limit
}

/** The CQN of a resource path and its query options. */
export interface Select {
  from: { ref?: (string | Segment)[]; SELECT?: Select }
  columns?: readonly (Column | '*')[]
  limit?: Limit
  one?: boolean
}

export interface Query {
  SELECT?: Select
  /** The property that a path ends with. */
  readonly _propertyAccess?: string
}

/** A request as CAP hands it to the handlers of a service. */
export interface CapRequest {
  readonly target?: Entity
  readonly data?: unknown
}

/** An error on its way to the client; `status` is the HTTP status it will get. */
export interface Failure extends Error {
  status?: number
  statusCode?: number
  code?: string | number
  target?: string
  details?: Failure[]
  /** The key of its text in other languages. */
  _i18n?: unknown
  /** False for a server error whose code and message are made for clients; CAP's convention. */
  $sanitize?: boolean
}

/** The content of `error` in a response body. */
export interface ErrorBody {
  code: string
  message: string
  target?: string
  innererror?: unknown
  details?: ErrorBody[]
}

/** A CDS service that is served at a path. */
export type ServedService = Service & {
  readonly path: string
  readonly definition: { readonly name: string }
}

/** An adapter serves one CDS service over one protocol, as an express router. */
export interface CapAdapter {
  readonly service: ServedService
  readonly router: Router
  /** Checks the roles that a service demands; null where it demands none. */
  readonly authorize?: unknown
  readonly body_parser_options: { limit?: string; inflate?: boolean }
  log_request(req: Request, res: Response, next: NextFunction): void
  error(error: Failure, req: Request, res: Response, next: NextFunction): void
  normalized(error: Failure): Failure
  cleansed(error: Failure, contentId?: string): ErrorBody
  sanitized(error: Failure): ErrorBody | undefined
  request4(context: { req?: Request; res?: Response }): CapRequest
}

type CapAdapterClass = new (service: Service, options?: object) => CapAdapter

/** One thing that this project answers differently from CAP: a middleware that runs for every request, batch parts included. */
export type Concern = (adapter: CapAdapter) => RequestHandler

/** CAP's own OData v4 adapter. */
export const CapODataAdapter = require('@sap/cds/libx/odata/ODataAdapter') as CapAdapterClass

/** CAP's middleware that turns the URL into CQN and reads the body. */
export const capParser = require('@sap/cds/libx/odata/middleware/parse') as (adapter: CapAdapter) => RequestHandler

/** CAP's parser of URLs, below a service. */
export const parseUrl = (url: string, service: ServedService): Query =>
  (cds as unknown as { odata: { parse(url: string, options: object): Query } }).odata.parse(url, {
    service,
    protocol: 'odata',
  })

/** CAP's middleware that reads a JSON body, once. */
export const bodyParser = require('@sap/cds/libx/http/body-parser') as (adapter: CapAdapter) => RequestHandler

/** CAP's last error handlers, which log the error and send it in the form that the adapter gives it. */
export const finalErrorHandlers = (): ErrorRequestHandler[] =>
  (cds.middlewares as unknown as { after: ErrorRequestHandler[] }).after.filter(isErrorHandler)

/** Express tells handlers of errors from others by their number of parameters. */
export const isErrorHandler = ({ length }: { length: number }): boolean => length === 4

/** The prototypes that express gives the requests and responses of an application. */
export const prototypesOf = (req: Request): { request: object; response: object } =>
  req.app as unknown as { request: object; response: object }

/** Whether a request is a part of a batch. */
export const isPart = (req: Request): boolean => '_subrequest' in req

/** The query that the parser found in the URL of a request; $apply with concat gives several. */
export const queriesOf = (req: Request): readonly Query[] => {
  const query = (req as { _query?: Query | Query[] })._query
  if (!query) return []
  return Array.isArray(query) ? query : [query]
}

/** Name of an entity, property or navigation in a path. */
const segmentName = (segment: string | Segment): string => (typeof segment === 'string' ? segment : (segment.id ?? ''))

/** The segments of a resource path with the entity that each one addresses, as far as they are entities. */
export function* entitiesAlong(query: Query, service: ServedService): Generator<[string | Segment, Entity]> {
  const definitions = service.model.definitions as unknown as Readonly<Record<string, Entity | undefined>>
  let select = query.SELECT
  // $apply wraps the query of the path in others.
  while (select?.from.SELECT) select = select.from.SELECT
  let entity: Entity | undefined
  for (const segment of select?.from.ref ?? []) {
    const name = segmentName(segment)
    entity = entity ? entity.elements?.[name]?._target : definitions[name]
    if (!entity?.elements) return
    yield [segment, entity]
  }
}

export type { ErrorRequestHandler, NextFunction, Operation, Request, RequestHandler, Response, Router }
