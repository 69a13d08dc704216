import { type Column, type Entity, type Operand, type Select, constant, without } from '../../../cap/csn.ts'
import { type Row, type Rows, type Transaction, selectQuery, toRows } from '../../../cap/request.ts'
import type { DraftScope, Side } from './choices.ts'
import { mapOperand, sortValue } from './draft-fields.ts'
import { type Reading, withReading } from './reading.ts'

/** The most rows of one answer, as CAP has it. */
const MAX_ROWS = 1000

/** A query over active records and drafts, with its meaning on each side. */
export interface Union {
  readonly select: Select
  readonly entity: Entity
  readonly user: string
  readonly readings: Readonly<Record<Side, Reading>>
}

const scopeOf = ({ entity, user }: Union, side: Side): DraftScope => ({ entity, user, side, alias: '$main' })

const sortName = (index: number): string => `sort_${index}`

/** The order of the query, made total by the keys, so that it is the same in every page. */
const withKeys = (orderBy: readonly Operand[], entity: Entity): Operand[] => [
  ...orderBy,
  ...Object.values(entity.keys ?? {})
    .filter((key) => !key.isAssociation && key.name !== 'IsActiveEntity')
    .filter((key) => !orderBy.some((item) => item.ref?.length === 1 && item.ref[0] === key.name))
    .map((key): Operand => ({ ref: [key.name], sort: 'asc' })),
]

/** The value that one criterion of the order sorts by, as a column of its own. */
function sortColumn(item: Operand, index: number, scope: DraftScope): Operand {
  const as = sortName(index)
  const value = item.ref && sortValue(item.ref, scope)
  if (value) return 'constant' in value ? { ...constant(value.constant ? 1 : 0), as } : { ...value, as }
  return { ...without(mapOperand(item, scope), 'sort'), as }
}

function pageQuery(union: Union, side: Side, limit: Select['limit']): object {
  const { select, entity } = union
  const { columns = ['*'], where, orderBy } = union.readings[side]
  const order = withKeys(select.orderBy ?? [], entity)
  const sorted: Column[] = [...columns, ...order.map((item, index) => sortColumn(item, index, scopeOf(union, side)))]
  const etag = entity._etag && !columns.includes('*') ? [{ ref: [entity._etag.name] }] : []
  const reading = { where, orderBy: withKeys(orderBy, entity), columns: [...sorted, ...etag] }
  return selectQuery({ ...withReading(select, reading, side, true), limit: limit ?? null })
}

/** The number of rows on both sides. */
export async function countBothSides({ select, readings }: Union, tx: Transaction): Promise<Row[]> {
  const count = async (side: Side): Promise<number> => {
    const [row] = toRows(await tx.run(selectQuery(withReading(select, readings[side], side, true))))
    return Number(row?.['$count'] ?? 0)
  }
  return [{ $count: (await count('active')) + (await count('draft')) }]
}

/**
 * One sorted page of active records and own drafts: all matching drafts of the user, who has few, and of the active
 * records as many as the page can hold, beginning where no draft can have moved them past it.
 */
export async function readBothSides(union: Union, tx: Transaction): Promise<Rows> {
  const { select } = union
  const rows = Math.min(select.limit?.rows?.val ?? MAX_ROWS, MAX_ROWS)
  const skip = select.limit?.offset?.val ?? 0
  select.limit = { ...select.limit, rows: { val: rows } } // what the next link is made of

  const drafts = toRows(await tx.run(pageQuery(union, 'draft', null)))
  const offset = Math.max(0, skip - drafts.length)
  const limit = { rows: { val: rows + drafts.length }, offset: { val: offset } }
  const actives = (await tx.run(pageQuery(union, 'active', limit))) as Rows

  const order = withKeys(select.orderBy ?? [], union.entity)
  const criteria = order.map(({ sort }, index): Criterion => ({
    property: sortName(index),
    isDescending: sort === 'desc',
  }))
  const page: Rows = mergeSorted(drafts, actives, criteria).slice(skip - offset, skip - offset + rows)
  for (const row of page) for (const { property } of criteria) Reflect.deleteProperty(row, property)
  if (select.count) page.$count = Number(actives.$count ?? 0) + drafts.length
  return page
}

/** One criterion of a sort order, by the name of the property that holds its value in each row. */
export interface Criterion {
  readonly property: string
  readonly isDescending: boolean
}

const collator = new Intl.Collator()

function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0
  // Nulls sort as the lowest value, as OData and the databases behind it have it.
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1
  if (b === null || b === undefined) return 1
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  return Number(a) - Number(b)
}

const compareRows = (a: Row, b: Row, order: readonly Criterion[]): number => {
  for (const { property, isDescending } of order) {
    const result = compareValues(a[property], b[property])
    if (result) return isDescending ? -result : result
  }
  return 0
}

/**
 * Merges two lists that a database has sorted. The order within each list stays, whatever collation the database
 * has; of equal rows those of the first list come first.
 */
export function mergeSorted(first: readonly Row[], second: readonly Row[], order: readonly Criterion[]): Row[] {
  const merged: Row[] = []
  let rest = first
  for (const row of second) {
    const later = rest.findIndex((each) => compareRows(each, row, order) > 0)
    const count = later < 0 ? rest.length : later
    merged.push(...rest.slice(0, count), row)
    rest = rest.slice(count)
  }
  return [...merged, ...rest]
}
