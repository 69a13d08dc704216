import { type Column, type Entity, haveValuesOf } from '../../../cap/csn.ts'
import { complete } from '../../query/drafts/expanded-drafts.ts'
import { queriesOf, type Request as HttpRequest } from '../../../cap/odata.ts'
import {
  type Interceptor,
  isSelected,
  type Request,
  type Row,
  selectQuery,
  toRows,
  type Transaction,
} from '../../../cap/request.ts'
import { keyNames } from '../../meaning/edm.ts'

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
export const deepAnswer: Interceptor = (request, next, tx) => {
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
