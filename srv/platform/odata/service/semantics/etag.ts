import { type Column, type Entity, expansionOf, elementOf, startOf } from '../../../cap/csn.ts'
import { type Interceptor, isSelected, type Request, type Row, toRows } from '../../../cap/request.ts'

/**
 * Makes If-Match optional: CAP demands it for every change to an entity with an ETag, but clients that know no ETags
 * send none. A change without a condition goes on as with `If-Match: *`.
 */
export const optionalEtag: Interceptor = (request, next) => {
  const { headers, target } = request
  const isUnconditional = target?._etag && !headers['if-match'] && !headers['if-none-match']
  return isUnconditional ? ofAnyVersion(request, next) : next()
}

async function ofAnyVersion({ headers, event }: Request, next: () => Promise<unknown>): Promise<unknown> {
  headers['if-match'] = '*'
  try {
    return await next()
  } catch (error) {
    const isActivation = event === 'draftActivate' && (error as { status?: number }).status === 412
    throw isActivation
      ? Object.assign(new Error('DRAFT_NOT_EXISTING'), { status: 404, code: 'DRAFT_NOT_EXISTING' })
      : error
  }
}

/** For one level of an answer: the property to hide, if any, and the same for each expanded property. */
interface Hidden {
  readonly property?: string
  readonly expanded: readonly (readonly [string, Hidden])[]
}

function hiddenBelow(columns: readonly Column[], entity: Entity): Hidden {
  const property = entity._etag?.name
  const expanded = columns.flatMap((column): [string, Hidden][] => {
    const expansion = expansionOf(column, entity)
    return expansion ? [[expansion.element.name, hiddenBelow(expansion.columns, expansion.target)]] : []
  })
  return { ...(property && !isSelected(columns, property) && { property }), expanded }
}

function hide(rows: readonly Row[], { property, expanded }: Hidden): void {
  for (const row of rows) {
    if (property && property in row) Object.defineProperty(row, property, { enumerable: false })
    for (const [name, hidden] of expanded) hide(toRows(row[name]), hidden)
  }
}

/**
 * Keeps a property that is read for the ETag alone out of the answer when `$select` does not name it. It stays
 * readable on the row, since CAP makes `@odata.etag` of it afterwards.
 */
export const unselectedEtag: Interceptor = (request, next) => {
  const columns = request.query?.SELECT?.columns
  if (request.protocol !== 'odata' || !columns || !request.target?.elements) return next()
  const hidden = hiddenBelow(columns, request.target)
  return next().then((result) => {
    hide(toRows(result), hidden)
    return result
  })
}

const isType = (column: Column): boolean => column !== '*' && column.as === '$mediaContentType'

/** A stream has the ETag of its record, which CAP reads only where a condition asks for it. */
export const etagOfStream: Interceptor = async (request, next) => {
  const { query, target, res } = request
  const columns = query?.SELECT?.columns
  const name = columns?.some(isType) ? target?._etag?.name : undefined
  if (name === undefined || !columns) return next()
  if (!columns.some((column) => column !== '*' && column.ref?.[0] === name)) columns.push({ ref: [name] })
  const result = await next()
  const [row] = toRows(result) as (Row | undefined)[]
  const tag = row?.[name] as string | number | Date | undefined
  if (tag) res?.set('ETag', `W/"${tag instanceof Date ? tag.toISOString() : tag}"`)
  return result
}

/** A collection is never null: what the database has of one that was never written is an empty one. */
export const emptyCollections: Interceptor = async (request, next) => {
  const result = await next()
  const { one, columns = [] } = request.query?.SELECT ?? {}
  const [row] = one ? toRows(result) : []
  for (const column of row ? columns : []) {
    const name = column === '*' ? '' : startOf(column.ref ?? [])
    if (row?.[name] === null && elementOf(request.target, name)?.items) row[name] = []
  }
  return result
}
