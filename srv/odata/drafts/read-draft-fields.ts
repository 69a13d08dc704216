import cds from '@sap/cds'
import type { Column, Entity, Operand, Select, Token, Xpr } from '../csn.ts'
import { elementOf, nameOf } from '../csn.ts'
import { BadRequest } from '../bad-request.ts'
import { translate, translateOperand } from '../functions.ts'
import { selectQuery } from '../request.ts'
import type { Interceptor, Request, Row, Rows, Transaction } from '../request.ts'
import { printCondition, TRUE } from './condition.ts'
import type { Condition } from './condition.ts'
import { mapDraftFields, mentionedFields, sideOf, sortValue } from './draft-fields.ts'
import type { DraftScope, Side } from './draft-fields.ts'
import { mergeSorted } from './merge.ts'
import type { Criterion } from './merge.ts'

/** The most rows of one answer, as CAP has it. */
const MAX_ROWS = 1000

/** Questions that only make sense across active records and drafts; a filter with one of them ranges over both. */
const ACROSS: readonly string[] = ['IsActiveEntity', 'HasActiveEntity', 'SiblingEntity']

/** What a READ means on one side: its condition and its order. */
interface Reading {
  readonly where: Condition
  readonly orderBy: Operand[]
  readonly columns?: Column[]
}

/** Filters of Fiori for films that others edit: CAP answers them with the lock and its timeout in view. */
function isFilterByLock(where: Xpr | undefined): boolean {
  const compares = (path: string, operator: string, value: unknown): boolean =>
    !!where?.some((token, index) => {
      const operand = where[index + 2]
      return (
        typeof token === 'object' &&
        token.ref?.map(nameOf).join('/') === path &&
        (where[index + 1] === operator || operator === '') &&
        typeof operand === 'object' &&
        operand.val === value
      )
    })
  return (
    !where?.includes('or') &&
    compares('IsActiveEntity', '=', true) &&
    compares('SiblingEntity/IsActiveEntity', '=', null) &&
    compares('DraftAdministrativeData/InProcessByUser', '', '')
  )
}

/** The sides that the path of a query leads to. */
function sidesOf(select: Select, model: Readonly<Record<string, Entity>>): readonly Side[] {
  const ref = select.from.ref ?? []
  const [root, ...rest] = ref
  let entity: Entity | undefined = model[root ? nameOf(root) : '']
  if (!entity?.drafts) return [entity?.isDraft ? 'draft' : 'active']
  const keys = typeof root === 'object' ? (root.where ?? []) : []
  const at = keys.findIndex((token) => typeof token === 'object' && token.ref?.[0] === 'IsActiveEntity')
  const value = keys[at + 2]
  if (!rest.length && at < 0) return ['active', 'draft']
  let side: Side = at >= 0 && typeof value === 'object' && value.val === false ? 'draft' : 'active'
  for (const step of rest) {
    const element = elementOf(entity, nameOf(step))
    if (!element) break
    if (element.name === 'SiblingEntity') side = side === 'draft' ? 'active' : 'draft'
    else side = sideOf(entity, element, side)
    entity = element._target
  }
  return [side]
}

const isOnSide = (scope: DraftScope): Entity =>
  scope.side === 'draft' && scope.entity.drafts ? scope.entity.drafts : scope.entity

function read(select: Select, scope: DraftScope, nested = false): Reading {
  const functions = { entity: isOnSide(scope), nested }
  const where = select.where ? mapDraftFields(translate(select.where, functions), scope) : TRUE
  const orderBy = (select.orderBy ?? []).flatMap((item) => {
    const value = item.ref && sortValue(item.ref, scope)
    if (value && 'constant' in value) return []
    return [translateOperand(value ? { ...value, ...(item.sort && { sort: item.sort }) } : item, functions)]
  })
  const columns = select.columns?.map((column) => readColumn(column, scope))
  return { where, orderBy, ...(columns && { columns }) }
}

/** The same for the conditions and orders inside of an expand. */
function readColumn(column: Column, scope: DraftScope): Column {
  if (column === '*' || !column.expand || !column.ref) return column
  const element = elementOf(scope.entity, nameOf(column.ref[0]!))
  if (!element?._target) return column
  const inner: DraftScope = { ...scope, entity: element._target, side: sideOf(scope.entity, element, scope.side) }
  const { where, orderBy, columns } = read({ from: {}, ...column, columns: column.expand } as Select, inner, true)
  return {
    ...column,
    ...(columns && { expand: columns }),
    ...(where !== TRUE && { where: printCondition(where) }),
    ...(orderBy.length && { orderBy }),
  }
}

const conditionOn = (side: Side | undefined, where: Condition): Token[] | undefined => {
  const rest: Token[] = where === TRUE ? [] : [{ xpr: printCondition(where) }]
  if (side !== 'draft') return rest.length ? rest : undefined
  return [{ ref: ['IsActiveEntity'] }, '=', { val: false }, ...(rest.length ? ['and', ...rest] : [])]
}

const withReading = (select: Select, { where, orderBy, columns }: Reading, side?: Side): Select => {
  const { where: _where, orderBy: _orderBy, ...rest } = select
  const condition = conditionOn(side, where)
  return {
    ...rest,
    ...(columns && { columns }),
    ...(condition && { where: condition }),
    ...(orderBy.length && { orderBy }),
  }
}

const isCount = ({ columns }: Select): boolean =>
  columns?.length === 1 && typeof columns[0] === 'object' && columns[0].func === 'count'

/** The keys of the entity as last criteria, so that the order is the same on both sides and in every page. */
const withKeys = (orderBy: readonly Operand[], entity: Entity): Operand[] => [
  ...orderBy,
  ...Object.values(entity.keys ?? {})
    .filter((key) => !key.isAssociation && key.name !== 'IsActiveEntity')
    .filter((key) => !orderBy.some((item) => item.ref?.length === 1 && item.ref[0] === key.name))
    .map((key): Operand => ({ ref: [key.name], sort: 'asc' })),
]

const sortName = (index: number): string => `sort_${String(index)}`

/** Active records and own drafts in one sorted page: all matching drafts of the user, and as many active records. */
async function readBoth(
  request: Request,
  readings: Record<Side, Reading>,
  entity: Entity,
  tx: Transaction,
): Promise<unknown> {
  const select = request.query!.SELECT!
  if (isCount(select)) {
    const counts = await Promise.all([
      tx.run(selectQuery(withReading(select, readings.active))),
      tx.run(selectQuery(withReading(select, readings.draft, 'draft'))),
    ])
    const total = counts.flatMap((each) => (Array.isArray(each) ? (each as Row[]) : [each as Row]))
    return [{ $count: total.reduce((sum, row) => sum + Number(row['$count'] ?? 0), 0) }]
  }

  const order = withKeys(select.orderBy ?? [], entity)
  const scopes = (side: Side): DraftScope => ({ entity, side, user: request.user.id })
  const sortColumn = (item: Operand, index: number, side: Side): Operand => {
    const { sort: _sort, ...bare } = item
    const value = item.ref && sortValue(item.ref, scopes(side))
    const as = sortName(index)
    if (value && 'constant' in value) return { val: value.constant ? 1 : 0, as }
    return { ...translateOperand(value ?? bare, { entity: isOnSide(scopes(side)), nested: false }), as }
  }
  const page = (side: Side, limit: Select['limit']): object => {
    const { columns = ['*'], ...reading } = readings[side]
    const orderBy = withKeys(reading.orderBy, entity)
    const sorted = [...columns, ...order.map((item, index) => sortColumn(item, index, side))]
    const etag = entity._etag && !columns.includes('*') ? [{ ref: [entity._etag.name] }] : []
    const { limit: _limit, ...rest } = select
    return selectQuery({ ...withReading(rest, { ...reading, orderBy, columns: [...sorted, ...etag] }, side), limit })
  }

  const rows = Math.min(select.limit?.rows?.val ?? MAX_ROWS, MAX_ROWS)
  const skip = select.limit?.offset?.val ?? 0
  select.limit = { ...select.limit, rows: { val: rows } } // what the next link is made of
  const drafts = (await tx.run(page('draft', null))) as Rows
  const offset = Math.max(0, skip - drafts.length)
  const limit = { rows: { val: rows + drafts.length }, offset: { val: offset } }
  const actives = (await tx.run(page('active', limit))) as Rows
  const criteria = order.map((item, index): Criterion => ({
    property: sortName(index),
    descending: item.sort === 'desc',
  }))
  const merged: Rows = mergeSorted(drafts, actives, criteria).slice(skip - offset, skip - offset + rows)
  for (const row of merged) for (const [index] of order.entries()) delete row[sortName(index)]
  if (select.count) merged.$count = Number(actives.$count ?? 0) + drafts.length
  return merged
}

const innermost = (select: Select): Select => (select.from.SELECT ? innermost(select.from.SELECT) : select)

const refuseInAggregation = (select: Select): void => {
  const { groupBy = [], having = [], columns = [] } = select
  const operands = columns.filter((column): column is Operand => column !== '*' && !!column.func)
  if (mentionedFields([...groupBy, ...having, ...operands]).size)
    throw new BadRequest('Draft fields are not supported in $apply')
  if (select.from.SELECT) refuseInAggregation(select.from.SELECT)
}

/**
 * Answers reads whose filter or order names a draft field truthfully, and translates functions (see ../functions.ts).
 *
 * A filter that asks across active records and drafts (IsActiveEntity, HasActiveEntity, SiblingEntity) ranges over
 * the active records and the drafts of the user; every other filter over the active records, or over what the path
 * leads to.
 */
export const readDraftFields: Interceptor = async (request, next, tx) => {
  const outer = request.query?.SELECT
  if (request.event !== 'READ' || request.protocol !== 'odata' || !outer) return next()
  if (outer.from.SELECT) refuseInAggregation(outer)
  const select = innermost(outer)
  const model = cds.model!.definitions as unknown as Readonly<Record<string, Entity>>
  const entity = request.target
  if (!select.from.ref || !entity?.elements) return next()

  const scope = (side: Side): DraftScope => ({ entity, side, user: request.user.id })
  const possible = sidesOf(select, model)
  if (select.one || isFilterByLock(select.where)) {
    if (select.columns) select.columns = select.columns.map((column) => readColumn(column, scope(possible[0]!)))
    if (!select.one) select.where = translate(select.where!, { entity, nested: false })
    return next()
  }
  const mentioned = mentionedFields(select.where ?? [])
  const sides = possible.length > 1 && !ACROSS.some((field) => mentioned.has(field)) ? (['active'] as const) : possible
  const readings = sides.map((side) => ({ side, reading: read(select, scope(side)) }))
  const open = readings.filter(({ reading }) => !isFalse(reading.where))
  if (open.length > 1) {
    if (outer !== select) throw new BadRequest('A filter over active records and drafts is not supported in $apply')
    return readBoth(request, { active: open[0]!.reading, draft: open[1]!.reading }, entity, tx)
  }
  const { side, reading } = open[0] ?? readings[0]!
  const {
    where: _where,
    orderBy: _orderBy,
    ...rest
  } = withReading(select, reading, sides.length > 1 ? side : undefined)
  delete select.where
  delete select.orderBy
  Object.assign(select, rest, _where && { where: _where }, _orderBy && { orderBy: _orderBy })
  return next()
}

const isFalse = (condition: Condition): boolean => condition.kind === 'constant' && !condition.value
