import { type Row, toRows } from '../../../cap/request.ts'
import { beforeSend, tellApplied } from '../answers/representation.ts'
import {
  type CapAdapter,
  type Column,
  type Concern,
  entitiesAlong,
  type Entity,
  type Limit,
  queriesOf,
} from '../../../cap/odata.ts'
import { expandedColumns } from './expand-rows.ts'
import { canonicalPath, serviceRoot } from '../urls/canonical-path.ts'
import { expandedOf } from '../../meaning/expanded.ts'
import type { Item, Options } from '../../url/nodes.ts'
import { printQueryString, readQuery, textBefore } from '../../url/query.ts'
import type { Entity as CsnEntity } from '../../../cap/csn.ts'
import { pageSizeOf } from './pages.ts'

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
