import { type CapAdapter, type RequestHandler, queriesOf, type Request as HttpRequest } from '../../../cap/odata.ts'
import { appliedTo } from '../../query/apply/applied.ts'
import { readApplied } from '../../query/apply/read-applied.ts'
import { deepDeltas } from '../../http/bodies/deltas.ts'
import {
  draftAdministration,
  protectedDraftColumns,
  siblingOfExisting,
} from '../../query/drafts/draft-administration.ts'
import { expandedDrafts, complete } from '../../query/drafts/expanded-drafts.ts'
import { freshStamps, lockFirst } from '../races.ts'
import { readDraftFields } from '../../query/drafts/read-draft-fields.ts'
import { keyPages } from '../../http/paging/key-pages.ts'
import { rejectReferenced } from '../integrity/references.ts'
import { conditions, boundToExisting, collectionOfExisting, upsertOfActive } from './conditions.ts'
import { optionalEtag, unselectedEtag, emptyCollections, etagOfStream } from './etag.ts'
import { parse } from './parse.ts'
import { conditionOfChange } from '../../http/references/change-references.ts'
import { boundCopies } from '../../protocol/limits.ts'
import {
  intercept,
  type Interceptor,
  type Request,
  isOfClient,
  type Row,
  isSelected,
  selectQuery,
  toRows,
  type Transaction,
} from '../../../cap/request.ts'
import { shapeResult } from './result-options.ts'
import { type Column, type Entity, haveValuesOf } from '../../../cap/csn.ts'
import { keyNames } from '../../meaning/edm.ts'

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

const isWanted = (header: string | undefined): boolean => !/return\s*=\s*"?minimal/.test(header ?? '')

/** The columns that show an entity as deep as it was posted. */
const postedColumns = (entity: Entity, data: Row): Column[] => [
  '*',
  ...Object.values(entity.compositions ?? {}).flatMap((composition): Column[] => {
    const items = toRows(data[composition.name])
    if (!composition._target || !(composition.name in data)) return []
    return [{ ref: [composition.name], expand: postedColumns(composition._target, Object.assign({}, ...items) as Row) }]
  }),
]

/** What a deep insert or a deep update has sent. */
const writtenBy = ({ event, query, data }: Request): Row | undefined => {
  if (event === 'CREATE') return query?.INSERT?.entries[0]
  return event === 'UPDATE' && query?.UPDATE ? data : undefined
}

/** What a client asks for by `$select` and `$expand`, with what a record is known by. */
const askedColumns = ({ req }: Request, entity: Entity): Column[] | undefined => {
  const [query] = req ? queriesOf(req as HttpRequest) : []
  const asked = query?._propertyAccess === undefined ? (query?.SELECT?.columns as Column[] | undefined) : undefined
  const known = [...keyNames(entity), ...(entity._etag ? [entity._etag.name] : [])]
  return asked && [...asked, ...known.filter((name) => !isSelected(asked, name)).map((name) => ({ ref: [name] }))]
}

/** Keeps the ETag's property out of an answer that was not asked for it; a row of nothing but keys CAP would read anew. */
const hideUnasked = (row: Row, entity: Entity, { req }: Request): void => {
  const asked = queriesOf(req as HttpRequest)[0]?.SELECT?.columns as Column[] | undefined
  const etag = entity._etag?.name
  const hasMore = Object.keys(row).some((name) => name !== etag && !entity.keys?.[name])
  if (etag && hasMore && !isSelected(asked, etag)) Object.defineProperty(row, etag, { enumerable: false })
}

/** Answers an insert or update with what was asked for, and a deep one as deep as it was sent, for drafts as for active records. */
const deepAnswer: Interceptor = (request, next, tx) => {
  const { target } = request
  const posted = writtenBy(request)
  if (!posted || request.protocol !== 'odata' || !target?.elements || !isWanted(request.headers['prefer']))
    return next()
  const asked = askedColumns(request, target)
  const columns = asked ?? postedColumns(target, posted)
  return asked || columns.length > 1 ? deepened(columns, target, request, next, tx) : next()
}

async function deepened(
  columns: readonly Column[],
  target: Entity,
  request: Request,
  next: () => Promise<unknown>,
  tx: Transaction,
): Promise<unknown> {
  // Handlers take out of it what tables do not have.
  const sent = { ...request.data }
  const result = await next()
  const known: Row = { IsActiveEntity: false, ...sent, ...request.data, ...toRows(result)[0] }
  const where = haveValuesOf(known, keyNames(target))
  const from = { ref: [target.name] }
  const [row] = toRows(await tx.run(selectQuery({ from, columns: [...columns], where, one: true })))
  if (!row) return result
  delete row['DraftAdministrativeData_DraftUUID']
  await complete([row], columns, target, tx)
  hideUnasked(row, target, request)
  return Object.assign([row], { affected: 1 })
}
