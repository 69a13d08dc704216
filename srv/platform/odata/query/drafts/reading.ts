import {
  type Column,
  elementOf,
  expansionOf,
  nameOf,
  type Operand,
  type Select,
  type Step,
  type Token,
  without,
  entityNamed,
} from '../../../cap/csn.ts'
import { type Condition, printCondition, TRUE, sideOf, type DraftScope, type Side } from './choices.ts'
import { mapDraftFields, mapOperand, sortValue } from './draft-fields.ts'

/** What a query means on one side: its condition, its order and its columns, without any draft field. */
export interface Reading {
  readonly where: Condition
  readonly orderBy: Operand[]
  readonly columns?: Column[]
}

/** The sides that the path of a query leads to. */
export function sidesOf(path: readonly Step[]): readonly Side[] {
  const [root = '', ...rest] = path
  let entity = entityNamed(nameOf(root))
  if (!entity?.drafts) return [entity?.isDraft ? 'draft' : 'active']
  const keys = typeof root === 'object' ? (root.where ?? []) : []
  const at = keys.findIndex((token) => typeof token === 'object' && token.ref?.[0] === 'IsActiveEntity')
  if (!rest.length && at < 0) return ['active', 'draft']
  const value = keys[at + 2]
  let side: Side = at >= 0 && typeof value === 'object' && value.val === false ? 'draft' : 'active'
  for (const step of rest) {
    const element = elementOf(entity, nameOf(step))
    if (!element || !entity) break
    side = element.name === 'SiblingEntity' ? (side === 'draft' ? 'active' : 'draft') : sideOf(entity, element, side)
    entity = element._target
  }
  return [side]
}

/** Reads the meaning of a query on one side. */
export function readingOf(select: Omit<Select, 'from'>, scope: DraftScope): Reading {
  const where = select.where ? mapDraftFields(select.where, scope) : TRUE
  const orderBy = (select.orderBy ?? []).flatMap((item): Operand[] => {
    const value = item.ref && sortValue(item.ref, scope)
    if (!value) return [mapOperand(item, scope)]
    return 'constant' in value ? [] : [{ ...value, ...(item.sort && { sort: item.sort }) }]
  })
  const columns = select.columns?.map((column) => columnOn(column, scope))
  return { where, orderBy, ...(columns && { columns }) }
}

/** CAP adds the types of streams in its own words. */
const isOfCap = ({ as = '' }: Operand): boolean => as === '$count' || as.includes('@odata.')

const isComputed = (column: Column): column is Operand =>
  column !== '*' && (column.func ?? column.xpr) !== undefined && !isOfCap(column)

/** A column with the conditions and orders of its expand read in the same way. */
export function columnOn(column: Column, scope: DraftScope): Column {
  if (isComputed(column)) return mapOperand(column, scope)
  const expansion = expansionOf(column, scope.entity)
  if (!expansion) return column
  const { element, target, columns } = expansion
  const inner: DraftScope = {
    entity: target,
    side: sideOf(scope.entity, element, scope.side),
    user: scope.user,
    around: scope,
  }
  const { where, orderBy, columns: expand } = readingOf({ ...expansion.column, columns }, inner)
  return {
    ...without(expansion.column, 'expand', 'where', 'orderBy'),
    ...(expand && { expand }),
    ...(where !== TRUE && { where: printCondition(where) }),
    ...(orderBy.length && { orderBy }),
  }
}

/** A query with the meaning it has on one side; `isBySide` when the query has to say which side it reads. */
export function withReading(
  select: Select,
  { where, orderBy, columns }: Reading,
  side: Side,
  isBySide: boolean,
): Select {
  const conditions: Token[] = [
    ...(isBySide && side === 'draft' ? [{ ref: ['IsActiveEntity'] }, '=', { val: false }] : []),
    ...(where === TRUE ? [] : [{ xpr: printCondition(where) }]),
  ]
  if (conditions.length === 4) conditions.splice(3, 0, 'and')
  return {
    ...without(select, 'where', 'orderBy'),
    ...(columns && { columns }),
    ...(conditions.length && { where: conditions }),
    ...(orderBy.length && { orderBy }),
  }
}
