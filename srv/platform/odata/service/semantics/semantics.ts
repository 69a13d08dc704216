import { type CapAdapter, type RequestHandler, queriesOf, type Request as HttpRequest } from '../../../cap/odata.ts'
import { appliedTo } from '../../query/apply/applied.ts'
import { readApplied } from '../../query/apply/read-applied.ts'
import { deepDeltas } from '../../http/bodies/deltas.ts'
import {
  draftAdministration,
  protectedDraftColumns,
  siblingOfExisting,
} from '../../query/drafts/draft-administration.ts'
import { expandedDrafts } from '../../query/drafts/expanded-drafts.ts'
import { freshStamps } from '../races/later-stamps.ts'
import { readDraftFields } from '../../query/drafts/read-draft-fields.ts'
import { keyPages } from '../../http/paging/key-pages.ts'
import { lockFirst } from '../races/lock-first.ts'
import { rejectReferenced } from '../integrity/reject-referenced.ts'
import { conditions, boundToExisting, collectionOfExisting, upsertOfActive } from './conditions.ts'
import { deepAnswer } from './deep-answer.ts'
import { optionalEtag, unselectedEtag, emptyCollections, etagOfStream } from './etag.ts'
import { parse } from './parse.ts'
import { conditionOfChange } from '../../http/references/change-references.ts'
import { boundCopies } from '../../protocol/limits.ts'
import { intercept, type Interceptor, type Request, isOfClient, type Row } from '../../../cap/request.ts'
import { shapeResult } from './result-options.ts'

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * Values of a change are values. CAP takes an object among them for an expression, which would read what its author may
 * not, or run any SQL; as a value it meets the check of its type.
 */
const plainValues: Interceptor = (request, next) => {
  const update = request.query?.UPDATE
  const req = request.req as HttpRequest | undefined
  if (update && req && isOfClient(request)) {
    const property = queriesOf(req)[0]?._propertyAccess
    const body = req.body as Row
    const sent = property === undefined ? body : { [property]: body['value'] }
    const data = (update.data ??= {})
    for (const [name, value] of Object.entries(sent)) if (isObject(value)) data[name] = value
    Reflect.deleteProperty(update, 'with')
  }
  return next()
}

/** What is read is below a record, or read from a query of its own. */
const isBelow = ({ query }: Request): boolean => query?.SELECT?.from.ref?.length !== 1

const isApplied = ({ query }: Request): boolean => appliedTo(query) !== undefined

const isConditional = ({ protocol, headers }: Request): boolean =>
  protocol === 'odata' && (headers['if-match'] !== undefined || headers['if-none-match'] !== undefined)

/** Something else is read than all properties. */
const hasColumns = ({ query }: Request): boolean => query?.SELECT?.columns?.some((column) => column !== '*') === true

const isOne = ({ query }: Request): boolean => query?.SELECT?.one === true

/** Interceptors of some requests alone; all others pass them by. */
const onlyFor = (isMeant: (request: Request) => boolean, ...interceptors: readonly Interceptor[]): Interceptor[] =>
  interceptors.map((interceptor) => (request, next, tx) => (isMeant(request) ? interceptor(request, next, tx) : next()))

/** What queries and changes mean, in each service that is served over OData. */
export function semantics(adapter: CapAdapter): RequestHandler {
  intercept(adapter.service, {
    reads: [
      ...onlyFor((request) => isBelow(request) || isApplied(request), collectionOfExisting),
      // Its rows are no records, which all others are about.
      ...onlyFor(isApplied, readApplied),
      keyPages,
      ...onlyFor(isConditional, conditions),
      ...onlyFor(hasColumns, unselectedEtag),
      ...onlyFor(isBelow, draftAdministration, siblingOfExisting),
      ...onlyFor(hasColumns, etagOfStream),
      ...onlyFor(isOne, emptyCollections),
      ...onlyFor(hasColumns, expandedDrafts),
      readDraftFields,
    ],
    others: [
      // Before all that reads the values of a change.
      plainValues,
      boundToExisting,
      shapeResult(adapter),
      // Waits, so before all that needs a connection to the database.
      boundCopies,
      // Before all that looks for what is there.
      lockFirst,
      // Under that lock, by what is there.
      deepDeltas,
      upsertOfActive,
      conditionOfChange,
      conditions,
      optionalEtag,
      protectedDraftColumns,
      draftAdministration,
      deepAnswer,
    ],
  })
  adapter.service.before('CREATE', '*', (request) => freshStamps(request as unknown as Request))
  adapter.service.before('DELETE', '*', (request) => rejectReferenced(request as unknown as Request))
  return parse(adapter)
}
