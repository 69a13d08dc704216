import { type Column, type Entity, expansionOf } from '../../cap/csn.ts'
import { type Interceptor, isSelected, type Request, type Row, toRows } from '../../cap/request.ts'

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
