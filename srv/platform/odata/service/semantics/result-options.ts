import { isOfClient, type Interceptor, type Row, selectQuery, toRows, type Transaction } from '../../../cap/request.ts'
import { type Column, type Entity, haveValuesOf, type Select, type Token, type Xpr } from '../../../cap/csn.ts'
import { complete } from '../../query/drafts/expanded-drafts.ts'
import { badRequest } from '../../protocol/errors.ts'
import type { CapAdapter, Concern, Operation, Request as HttpRequest } from '../../../cap/odata.ts'
import { parseQueryString, printQueryString, valueOf, textBefore } from '../../url/query.ts'
import { endOf } from '../../meaning/resource.ts'
import { keyNames } from '../../meaning/edm.ts'
import { queryParser } from './parse.ts'
import type { QueryOption } from '../../url/nodes.ts'

/** What is asked of the result of an operation. */
interface Wish {
  readonly operation: Operation
  readonly options: readonly QueryOption[]
}

const WISH = Symbol('wish')

/** CAP itself shapes what its own actions on drafts return. */
const OF_DRAFTS = /^draft[A-Z]/

const OF_COLLECTIONS: readonly string[] = ['$count', '$filter', '$orderby', '$search', '$skip', '$top']
/** What is done with the rows as they are. */
const OF_ROWS: readonly string[] = ['$count', '$select', '$skip', '$top']
const OF_RECORDS: readonly string[] = [...OF_ROWS, '$compute', '$expand', '$filter', '$orderby', '$search']

const optionsOf = (options: readonly QueryOption[]): QueryOption[] =>
  options.filter(({ name }) => name.startsWith('$') && name !== '$format')

const checkOptions = ({ operation, options }: Wish): void => {
  const { items, elements, kind } = resultOf(operation)
  const offered = kind === 'entity' ? OF_RECORDS : elements ? OF_ROWS : OF_ROWS.filter((name) => name !== '$select')
  for (const { name } of options) {
    if (!items && OF_COLLECTIONS.includes(name)) throw badRequest('NOT_SUPPORTED', `${name} is for collections.`)
    if (!offered.includes(name))
      throw badRequest('NOT_SUPPORTED', `${name} is not supported for what "${operation.name}" returns.`)
  }
}

/** What an operation returns, or what the collection has that it returns. */
export const resultOf = ({ returns }: Operation): { items: boolean; elements?: Entity['elements']; kind?: string } => {
  const { items } = returns ?? {}
  const type = (items ?? returns ?? {}) as Partial<Entity>
  return { items: !!items, ...(type.elements && { elements: type.elements }), ...(type.kind && { kind: type.kind }) }
}

/**
 * Query options of an operation are about its result: CAP checks and then forgets them. They are taken out of the URL,
 * and done by {@link shapeResult}.
 */
export const resultOptions: Concern =
  ({ service }) =>
  (req, _res, next) => {
    const path = textBefore(req.url, '?')
    const sent = req.url.slice(path.length + 1)
    const { operation } = (/\$|%24/.test(sent) ? endOf(path, service) : undefined) ?? {}
    if (!operation?.returns || OF_DRAFTS.test(operation.name)) return next()
    const all = parseQueryString(sent)
    const wish: Wish = { operation, options: optionsOf(all) }
    checkOptions(wish)
    Object.assign(req, { [WISH]: wish })
    const rest = printQueryString(all.filter((option) => !wish.options.includes(option)))
    req.url = rest ? `${path}?${rest}` : path
    next()
  }

const hasKeys = (row: Row, names: readonly string[]): boolean => names.every((name) => row[name] != null)

/** The condition that a record is one of these rows. */
const isOneOf = (rows: readonly Row[], names: readonly string[]): Token[] => {
  const [first = '', ...others] = names
  if (!others.length) return [{ ref: [first] }, 'in', { list: rows.map((row) => ({ val: row[first] })) }]
  return rows.flatMap((row, index): Token[] => [...(index ? ['or'] : []), { xpr: haveValuesOf(row, names) }])
}

const isMade = (column: Column): boolean => column !== '*' && (column.expand !== undefined || column.as !== undefined)

const together = (condition: Xpr, where: Xpr | undefined): Token[] =>
  where?.length ? [{ xpr: [...condition] }, 'and', { xpr: [...where] }] : [...condition]

/** The rows that the database finds by the options, in its order where one is asked for, with what is expanded. */
async function found(rows: readonly Row[], select: Select, entity: Entity, tx: Transaction): Promise<Row[]> {
  const names = keyNames(entity).filter((name) => name !== 'IsActiveEntity')
  const isActive = rows[0]?.['IsActiveEntity'] !== false
  if (!rows.every((row) => hasKeys(row, names) && (row['IsActiveEntity'] !== false) === isActive))
    throw badRequest('NOT_SUPPORTED', 'What is returned has no keys by which it could be looked up.')
  const ofSide: Token[] = entity.drafts ? ['and', { ref: ['IsActiveEntity'] }, '=', { val: isActive }] : []
  const columns: Column[] = [
    ...names.map((name): Column => ({ ref: [name] })),
    ...(select.columns ?? []).filter(isMade),
  ]
  const query = selectQuery({
    from: { ref: [entity.name] },
    columns,
    where: together([{ xpr: isOneOf(rows, names) }, ...ofSide], select.where),
    ...(select.search && { search: select.search }),
    ...(select.orderBy && { orderBy: select.orderBy }),
  })
  const keyOf = (row: Row): string => JSON.stringify(names.map((name) => String(row[name])))
  const records = toRows(await tx.run(query))
  await complete(records, columns, entity, tx)
  const byKey = new Map(records.map((record) => [keyOf(record), record]))
  const ordered = select.orderBy ? records.map(keyOf) : rows.map(keyOf)
  const given = new Map(rows.map((row) => [keyOf(row), row]))
  return ordered.flatMap((key) => {
    const record = byKey.get(key)
    return record ? [{ ...record, ...given.get(key) }] : []
  })
}

const whole = (value: string | undefined, name: string): number | undefined => {
  if (value !== undefined && !/^\d{1,15}$/.test(value))
    throw badRequest('INVALID_PAGING', `${name} must be a whole number, zero or more.`)
  return value === undefined ? undefined : Number(value)
}

/** A row with no more than what was asked for; what an ETag is made of stays readable. */
function picked(row: Row, select: string | undefined, { elements, keys, _etag }: Partial<Entity>): Row {
  const names = select?.split(',').map((name) => name.trim())
  if (!names || names.includes('*')) return row
  const unknown = names.find((name) => !Object.hasOwn(elements ?? {}, name) && !Object.hasOwn(row, name))
  if (unknown !== undefined) throw badRequest('BAD_REQUEST', `$select: Property ${unknown} does not exist here.`)
  const isKept = (name: string): boolean => names.includes(name) || name === _etag?.name || !!keys?.[name]
  const kept = Object.fromEntries(
    Object.entries(row).filter(([name, value]) => isKept(name) || isExpanded(name, value, elements)),
  )
  if (_etag && !names.includes(_etag.name)) Object.defineProperty(kept, _etag.name, { enumerable: false })
  return kept
}

const isExpanded = (name: string, value: unknown, elements: Partial<Entity>['elements']): boolean =>
  typeof value === 'object' && !!elements?.[name]?._target

/** Does with the result of an operation what its query options ask for. */
export const shapeResult = (adapter: CapAdapter): Interceptor => {
  const parse = queryParser(adapter)
  return async (request, next, tx) => {
    const result = await next()
    const { req } = request as { req?: HttpRequest & { [WISH]?: Wish } }
    const wish = isOfClient(request) ? req?.[WISH] : undefined
    if (!wish?.options.length || typeof result !== 'object' || result === null) return result
    const { operation, options } = wish
    const type = (operation.returns?.items ?? operation.returns) as unknown as Entity
    const looked = options.filter(({ name }) => !OF_ROWS.includes(name))
    let rows: unknown[] = Array.isArray(result) ? (result as unknown[]) : [result]
    if (looked.length && rows.length) {
      const set = type.name.slice(adapter.service.definition.name.length + 1)
      const query = parse(`/${set.replaceAll('.', '_')}`, printQueryString(looked)) as { SELECT: Select }
      rows = await found(rows as Row[], query.SELECT, type, tx)
    }
    const count = rows.length
    const skip = whole(valueOf(options, '$skip'), '$skip') ?? 0
    rows = rows.slice(skip, skip + (whole(valueOf(options, '$top'), '$top') ?? count))
    const select = valueOf(options, '$select')
    if ((type as Partial<Entity>).elements) rows = (rows as Row[]).map((row) => picked(row, select, type))
    if (!operation.returns?.items) return rows[0]
    return Object.assign(rows, valueOf(options, '$count') === 'true' && { $count: count })
  }
}
