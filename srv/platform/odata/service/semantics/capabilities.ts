import { type Concern, queriesOf, type CapRequest, type Entity, type Request, annotation } from '../../../cap/odata.ts'
import { badRequest } from '../../protocol/errors.ts'
import { OF_COLLECTIONS } from '../../meaning/expanded.ts'
import { resourceOf } from '../../http/urls/resource.ts'
import { parseQueryString } from '../../url/query.ts'
import type { Select, Xpr } from '../../../cap/csn.ts'

/** An option of a URL that is for collections alone. */
const collectionOption = (url: string): string | undefined =>
  [...url.matchAll(/[?&]\$(\w+)=/g)].map(([, name = '']) => name).find((name) => OF_COLLECTIONS.includes(name))

/** Refuses what CAP does not expect: options of collections at anything else, and $expand at a property. */
export const optionTargets: Concern = (adapter) => (req, _res, next) => {
  const [query] = queriesOf(req)
  if (!query) return next()
  const expands = query.SELECT?.columns?.some((column) => column !== '*' && column.expand !== undefined)
  const option = collectionOption(req.url)
  if (!expands && option === undefined) return next()
  const { isRecords, isCollection } = resourceOf(query, adapter)
  if (!isCollection && option !== undefined) next(badRequest('NOT_SUPPORTED', `$${option} is for collections.`))
  else if (!isRecords && expands) next(badRequest('NOT_SUPPORTED', '$expand is for records and collections of them.'))
  else next()
}

type Annotated = CapRequest['target']

const isDenied = (entity: Annotated, name: string): boolean => annotation(entity, `@Capabilities.${name}`) === false

/** Names in a list of properties or navigation properties, however it is written. */
const namesIn = (entity: Annotated, name: string): readonly string[] => {
  const list = annotation(entity, `@Capabilities.${name}`)
  return Array.isArray(list)
    ? list.map((each: string | { '=': string }) => (typeof each === 'string' ? each : each['=']))
    : []
}

/** What switches an option off as a whole. */
const SWITCHES = [
  ['$top', 'TopSupported'],
  ['$skip', 'SkipSupported'],
  ['$count', 'CountRestrictions.Countable'],
  ['$filter', 'FilterRestrictions.Filterable'],
  ['$orderby', 'SortRestrictions.Sortable'],
  ['$expand', 'ExpandRestrictions.Expandable'],
  ['$search', 'SearchRestrictions.Searchable'],
  ['$select', 'SelectSupport.Supported'],
] as const

/** The properties of the record itself that an expression names. */
const mentioned = (expression: Xpr = []): string[] =>
  expression.flatMap((token): string[] => {
    if (typeof token === 'string') return []
    const { ref, xpr, args, list } = token
    return [
      ...(ref ? [ref.map((step) => (typeof step === 'string' ? step : step.id)).join('/')] : []),
      ...mentioned([...(xpr ?? []), ...(args ?? []), ...(list ?? [])]),
    ]
  })

const expanded = ({ columns = [] }: Select): string[] =>
  columns.flatMap((column) => (column !== '*' && column.expand && column.ref ? mentioned([column]) : []))

const notOffered = (option: string, name?: string): Error =>
  badRequest('NOT_SUPPORTED', name ? `${option} is not offered for "${name}" here.` : `${option} is not offered here.`)

/** @throws BadRequest for an option that the model declares not to be there */
const checkOptions = (names: readonly string[], select: Select, entity: Entity): void => {
  for (const [option, term] of SWITCHES) if (names.includes(option) && isDenied(entity, term)) throw notOffered(option)
  const conditions = mentioned(select.where)
  const uses = [
    ['$filter', conditions, 'FilterRestrictions.NonFilterableProperties'],
    ['$orderby', mentioned(select.orderBy), 'SortRestrictions.NonSortableProperties'],
    ['$expand', expanded(select), 'ExpandRestrictions.NonExpandableProperties'],
  ] as const
  for (const [option, used, term] of uses) {
    const name = used.find((each) => namesIn(entity, term).includes(each))
    if (names.includes(option) && name !== undefined) throw notOffered(option, name)
  }
}

/** @throws BadRequest where all are read, though they are too many */
const checkRequired = (names: readonly string[], select: Select, entity: Entity): void => {
  const conditions = mentioned(select.where)
  const missing = namesIn(entity, 'FilterRestrictions.RequiredProperties').find((name) => !conditions.includes(name))
  if (annotation(entity, '@Capabilities.FilterRestrictions.RequiresFilter') && !names.includes('$filter'))
    throw badRequest('FILTER_REQUIRED', 'These records are read with a $filter only.')
  if (missing !== undefined)
    throw badRequest('FILTER_REQUIRED', `These records are read with a $filter on "${missing}" only.`)
}

/** @throws BadRequest for a property that the model declares not to be written */
const checkBody = ({ method, body }: Request, entity: Entity): void => {
  const term =
    method === 'POST' ? 'InsertRestrictions.NonInsertableProperties' : 'UpdateRestrictions.NonUpdatableProperties'
  const name = namesIn(entity, term).find((each) => Object.hasOwn((body ?? {}) as object, each))
  if (name !== undefined)
    throw Object.assign(badRequest('NOT_SUPPORTED', `"${name}" cannot be written here.`), { target: name })
}

/**
 * What the model declares not to be offered is refused: CAP tells it in `$metadata`, and obeys a part of it.
 *
 * @see OData Capabilities Vocabulary
 */
export const capabilities: Concern = (adapter) => (req, _res, next) => {
  const [query] = queriesOf(req)
  if (!query?.SELECT) return next()
  const { entity, isCollection, isRecords } = resourceOf(query, adapter)
  if (!entity || !isRecords) return next()
  if (req.method !== 'GET') {
    checkBody(req, entity)
    return next()
  }
  const [path = '', options = ''] = req.url.split(/\?(.*)/s)
  const names = parseQueryString(options).map(({ name }) => name)
  const select = query.SELECT as unknown as Select
  const asked = path.endsWith('/$count') ? [...names, '$count'] : names
  checkOptions(isCollection ? asked : names.filter((name) => name === '$expand' || name === '$select'), select, entity)
  if (isCollection) checkRequired(names, select, entity)
  next()
}
