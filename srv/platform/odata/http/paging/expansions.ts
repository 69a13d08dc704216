import cds from '@sap/cds'
import {
  type Column,
  type Concern,
  entitiesAlong,
  type Entity,
  isPart,
  queriesOf,
  type Query,
  type Response,
  type CapAdapter,
  type Limit,
} from '../../../cap/odata.ts'
import { badRequest, requestError } from '../../protocol/errors.ts'
import { expandedColumns, expandedRows, navigation } from './expand-rows.ts'
import { limitsInForce, enterAnswerWithRows } from '../../protocol/limits.ts'
import { answerMemory, type Limits, TOO_MUCH_UNDER_WAY } from '../../../guard/index.ts'
import { type Row, toRows } from '../../../cap/request.ts'
import { beforeSend, tellApplied } from '../answers/representation.ts'
import { canonicalPath, serviceRoot } from '../urls/canonical-path.ts'
import { expandedOf } from '../../meaning/expanded.ts'
import type { Item, Options } from '../../url/nodes.ts'
import { printQueryString, readQuery, textBefore } from '../../url/query.ts'
import type { Entity as CsnEntity } from '../../../cap/csn.ts'
import { pageSizeOf } from './pages.ts'

/** How far the navigation properties of a query are expanded. */
interface Extent {
  readonly depth: number
  readonly toMany: number
  readonly items: number
}

const NOTHING: Extent = { depth: 0, toMany: 0, items: 0 }

const extentOf = (entity: Entity | undefined, columns: readonly (Column | '*')[] | undefined): Extent =>
  expandedColumns(columns).reduce((most, column) => {
    const association = entity && navigation(entity, column)
    const inside = extentOf(association?._target, column.expand)
    return {
      depth: Math.max(most.depth, inside.depth + 1),
      toMany: Math.max(most.toMany, inside.toMany + (association?.is2many ? 1 : 0)),
      items: most.items + inside.items + 1,
    }
  }, NOTHING)

const checkExtent = ({ depth, toMany, items }: Extent, limits: Limits): void => {
  const refuse = (message: string): Error => badRequest('EXPAND_TOO_LARGE', message)
  if (depth > limits.expandDepth) throw refuse(`$expand nests at most ${limits.expandDepth} deep.`)
  if (toMany > limits.expandToMany)
    throw refuse(`At most ${limits.expandToMany} to-many navigation properties are expanded inside each other.`)
  if (items > limits.expandItems) throw refuse(`At most ${limits.expandItems} navigation properties are expanded.`)
}

/** What a row takes while it becomes part of an answer: from the database, as an object, as text. */
const ROW_BYTES = 1_024

/** Rows that the parts of one HTTP request have been allowed so far. */
const allowed = new WeakMap<object, number>()

/** @returns how many rows are added to the answer at most. */
const checkRows = async (entity: Entity, { SELECT }: Query, limits: Limits): Promise<number> => {
  const { max } = (cds.env as unknown as { query: { limit: { max: number } } }).query.limit
  const most = SELECT?.one ? 1 : Math.min(SELECT?.limit?.rows?.val ?? max, max)
  const rows = await expandedRows(entity, SELECT?.columns ?? [], most)
  if (rows === 0) return 0
  const { req, res } = cds.context?.http as unknown as { req: object; res: Response }
  const total = (allowed.get(req) ?? 0) + rows
  if (total > limits.expandRows)
    throw badRequest(
      'EXPAND_TOO_LARGE',
      `The navigation properties may expand to ${total} rows, and ${limits.expandRows} is the most. Use $top, or expand less.`,
    )
  const memory = answerMemory()
  if (!memory.mayTake(res, total * ROW_BYTES))
    throw requestError(503, TOO_MUCH_UNDER_WAY.code, TOO_MUCH_UNDER_WAY.message)
  memory.add(res, rows * ROW_BYTES)
  allowed.set(req, total)
  return rows
}

/** Whether a query expands to-many navigation properties, whose rows have to be counted then. */
const isOpenEnded = (entity: Entity | undefined, { SELECT }: Query, limits: Limits): boolean => {
  const extent = extentOf(entity, SELECT?.columns)
  checkExtent(extent, limits)
  return extent.toMany > 0
}

/**
 * Bounds what $expand makes of a short URL: its depth, its breadth, and the rows that it may come to. It holds for
 * every method, since the answer to a write is expanded as well.
 */
export const expandLimits: Concern = (adapter) => {
  const limits = limitsInForce()
  return (req, res, next) => {
    const openEnded = queriesOf(req).flatMap((query) => {
      const entity = [...entitiesAlong(query, adapter.service)].at(-1)?.[1]
      return isOpenEnded(entity, query, limits) && entity ? [{ entity, query }] : []
    })
    if (openEnded.length === 0) return next()
    Promise.all(openEnded.map(({ entity, query }) => checkRows(entity, query, limits))).then((counts) => {
      const rows = counts.reduce((sum, each) => sum + each, 0)
      // A part of a batch has the connection to the database already that others may wait for: the batch has waited.
      if (rows <= limits.expandRows * FEW || isPart(req)) next()
      else enterAnswerWithRows(rows, res, () => next())
    }, next)
  }
}

/** The part of the rows that are allowed below which an answer is made at once. */
const FEW = 0.01

/** An expanded navigation property whose items are given in pages, or that leads to such. */
interface Paged {
  readonly name: string
  readonly target: Entity
  /** Where its items are many: how many there are on a page, and what asks for the rest of them. */
  readonly page?: { readonly size: number; readonly rest: string }
  readonly inside: readonly Paged[]
}

type Columns = readonly (Column | '*')[]
type Writable = Column & { limit?: Limit; orderBy?: object[] }

/** The options that ask for what follows the first page. */
const restOf = ({ written = [], top, skip = 0 }: Options, size: number): string =>
  printQueryString([
    ...written.filter(({ name }) => name !== '$top' && name !== '$skip'),
    ...(top === undefined ? [] : [{ name: '$top', value: String(top - size) }]),
    { name: '$skip', value: String(skip + size) },
  ])

/** Keys come last in the order, as CAP orders collections without one: pages are parts of one list. */
const inOrder = (column: Writable, target: Entity): void => {
  const orderBy = (column.orderBy ?? []) as { ref?: readonly string[] }[]
  const keys = Object.values(target.keys ?? {}).filter((key) => !key.isAssociation && key.name !== 'IsActiveEntity')
  const lacking = keys.filter(({ name }) => !orderBy.some(({ ref }) => ref?.join('_') === name))
  column.orderBy = [...orderBy, ...lacking.map(({ name }) => ({ ref: [name], sort: 'asc' }))]
}

/** Lowers the limits of what is expanded to a page and one item, which tells whether there are more. */
const intoPages = (items: readonly Item[], entity: Entity, columns: Columns, size: number): Paged[] =>
  expandedOf(items, entity as CsnEntity).flatMap(({ element: { name, is2many }, options }): Paged[] => {
    const column = expandedColumns(columns).find(({ ref }) => ref?.[0] === name) as Writable | undefined
    const target = entity.elements?.[name]?._target
    if (!column || !target) return []
    const inside = intoPages(options.expand ?? [], target, column.expand ?? [], size)
    if (!is2many || (column.limit?.rows?.val ?? Infinity) <= size)
      return inside.length ? [{ name, target, inside }] : []
    column.limit = { ...column.limit, rows: { val: size + 1 } }
    inOrder(column, target)
    return [{ name, target, inside, page: { size, rest: restOf(options, size) } }]
  })

/** Cuts the items of rows to their pages, and puts the links to the rest beside them. */
const cut = (rows: readonly Row[], entity: Entity, paged: readonly Paged[], adapter: CapAdapter): void => {
  for (const row of rows)
    for (const { name, target, page, inside } of paged) {
      const items = toRows(row[name])
      if (page && items.length > page.size) {
        items.length = page.size
        const record = canonicalPath(entity, row, adapter.service.definition.name)
        if (record) row[`${name}@odata.nextLink`] = `${serviceRoot(adapter)}${record}/${name}?${page.rest}`
      }
      cut(items, target, inside, adapter)
    }
}

/** The preferred length of a page holds for expanded collections, too, each with a link to what is left. */
export const expandedPages: Concern = (adapter) => (req, res, next) => {
  const wish = pageSizeOf(req)
  const [query, ...more] = queriesOf(req)
  const columns = query?.SELECT?.columns
  const entity = columns && [...entitiesAlong(query, adapter.service)].at(-1)?.[1]
  if (!wish || !entity || more.length || !expandedColumns(columns).length) return next()
  const { expand = [] } = readQuery(req.url.slice(textBefore(req.url, '?').length + 1)).options
  const paged = intoPages(expand, entity, columns, wish.size)
  if (paged.length)
    beforeSend(res, (body) => {
      if (res.statusCode !== 200 || typeof body !== 'object' || body === null) return body
      cut(toRows('value' in body ? body.value : body), entity, paged, adapter)
      tellApplied(res, wish.text)
      return body
    })
  next()
}
