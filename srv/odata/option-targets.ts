import { entitiesAlong, queriesOf } from './cap.ts'
import { badRequest } from './errors.ts'
import type { CapAdapter, Query, Segment, Select } from './cap.ts'
import type { Concern } from './concern.ts'

/** What the path of a query addresses. */
interface Resource {
  /** Whether it is records, and not a property of one. */
  readonly isRecords: boolean
  readonly isCollection: boolean
}

const isOperation = (segment: string | Segment): boolean =>
  typeof segment === 'object' && segment.operation !== undefined

const resourceOf = (query: Query, adapter: CapAdapter): Resource => {
  let select: Select | undefined = query.SELECT
  while (select?.from.SELECT) select = select.from.SELECT
  const segments = (select?.from.ref ?? []).filter((segment) => !isOperation(segment))
  const entities = [...entitiesAlong(query, adapter.service)]
  const [segment] = entities.at(-1) ?? []
  const source = entities.at(-2)?.[1]
  const isOne = typeof segment === 'object' || (source && !source.elements?.[segment ?? '']?.is2many)
  const isRecords = entities.length === segments.length && query._propertyAccess === undefined
  // CAP's drafts cannot be summed up, and neither can what it knows of them.
  const isOfDrafts = entities.at(-1)?.[1].name.endsWith('.DraftAdministrativeData')
  return { isRecords, isCollection: isRecords && !isOne && !isOfDrafts }
}

const hasApply = (url: string): boolean => /[?&](?:\$|%24)apply=/.test(url)

/** Refuses what CAP does not expect: $apply at anything but a collection of records, and $expand at a property. */
export const optionTargets: Concern = (adapter) => (req, _res, next) => {
  const [query] = queriesOf(req)
  if (!query) {
    next()
    return
  }
  const expands = query.SELECT?.columns?.some((column) => column !== '*' && column.expand !== undefined)
  const applies = hasApply(req.url)
  if (!expands && !applies) {
    next()
    return
  }
  const { isRecords, isCollection } = resourceOf(query, adapter)
  if (!isCollection && applies) next(badRequest('NOT_SUPPORTED', '$apply is for collections.'))
  else if (!isRecords && expands) next(badRequest('NOT_SUPPORTED', '$expand is for records and collections of them.'))
  else next()
}
