import { constant } from '../../../cap/csn.ts'
import { BadRequest, placed } from '../../protocol/errors.ts'
import { aggregateType } from '../../meaning/collections.ts'
import { resolveValue } from '../../meaning/resolve.ts'
import type { Aggregate } from '../../url/nodes.ts'
import { textOf } from './applied.ts'
import {
  cdsTypeOfTyped,
  columnAt,
  operandOf,
  type Relation,
  type ResultColumn,
  resultOf,
  selectOf,
  valueAt,
  namesOf,
} from './relation.ts'

function aggregateColumn(item: Aggregate, relation: Relation): ResultColumn {
  const { of, method, name } = item
  if (of?.kind === 'path' && of.segments.at(-1)?.kind === 'count')
    throw new BadRequest('aggregate counts rows by $count, and no collections of them')
  if (!of) return { path: name, operand: { func: 'count', args: [constant(1)] }, type: 'Int64' }
  if (!method && of.kind === 'path')
    throw new BadRequest(
      `There is no custom aggregate ${textOf(of)}: a property needs a method, as in … with sum as total`,
    )
  const typed = resolveValue(of, relation.names)
  if (typed.kind === 'literal' || typed.kind === 'record') throw new BadRequest(`${name} aggregates no property`)
  if (!name || !method) throw new BadRequest('aggregate needs a method and a name, as in … with sum as total')
  const type = aggregateType(method, typed.type)
  return {
    path: name,
    operand: { func: method, args: [operandOf(typed, relation)] },
    type: method === 'min' || method === 'max' ? cdsTypeOfTyped(typed) : type,
  }
}

/** Groups by paths; what was computed is no part of GROUP BY, whose parameters databases do not compare. */
export function groupOn(
  relation: Relation,
  by: readonly string[],
  aggregates: readonly Aggregate[],
  wanted: readonly string[],
): Relation {
  const isPlain = (path: string): boolean => ['property', 'column'].includes(valueAt(path, relation).kind)
  const rows = by.every(isPlain) ? relation : settled(relation, wanted)
  const keys = by.map((path) => columnAt(path, rows))
  const columns = [
    ...keys,
    ...aggregates.map((aggregate) => placed(aggregate.at, () => aggregateColumn(aggregate, rows))),
  ]
  const names = columns.map(({ path }) => path)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new BadRequest(`$apply gives the name ${twice} twice`)
  const operands = keys.map(({ operand }) => operand)
  return resultOf(selectOf({ ...rows, order: [] }, columns, operands), columns, rows)
}

/**
 * `aggregate`, by groups or of all rows. `x with sum from y with average as t` is the average over all y of the sums of x:
 * two steps, the first of which groups by y.
 */
export function aggregateOn(
  relation: Relation,
  items: readonly Aggregate[],
  by: readonly string[],
  wanted: readonly string[],
): Relation {
  const [first, ...more] = items
  if (!first || items.every(({ from }) => !from.length)) return groupOn(relation, by, items, wanted)
  if (more.length) throw new BadRequest('aggregate takes from in an only item')
  const { name, at } = first
  const of = { kind: 'path', segments: [{ kind: 'name', name, at }], at } as const
  // Each step still tells apart what the steps behind it group by.
  const before = (index: number): string[] => [
    ...new Set([...by, ...first.from.slice(index).flatMap(({ paths }) => paths.map(textOf))]),
  ]
  return first.from.reduce(
    (rows, { method = '' }, index) =>
      groupOn(rows, before(index + 1), [{ of, method, name, from: [], at }], [...wanted, name]),
    groupOn(relation, before(0), [first], wanted),
  )
}

/** No name that a client can write. */
const orderName = (index: number): string => ` order ${index}`

/** Whether a path leads to something that can be a column. */
function isThere(path: string, relation: Relation): boolean {
  try {
    return columnAt(path, relation).path === path
  } catch (error) {
    if (error instanceof BadRequest) return false
    throw error
  }
}

/**
 * The same rows as a derived table, the source of another SELECT, in their order.
 *
 * @param wanted - what will be asked of records; of other rows everything stays
 * @param more - columns besides
 */
export function settled(relation: Relation, wanted: readonly string[], more: readonly ResultColumn[] = []): Relation {
  const { order, scope, hidden } = relation
  const names = namesOf(relation)
  const known = scope
    ? [...new Set(wanted)].filter((path) => isThere(path, relation))
    : [...names, ...hidden.filter((name) => wanted.includes(name))]
  const orders = order.map(({ of }, index): ResultColumn => ({
    path: orderName(index),
    operand: operandOf(of, relation),
    type: cdsTypeOfTyped(of),
  }))
  const columns = [...known.map((path) => columnAt(path, relation)), ...orders, ...more]
  const result = resultOf(selectOf(relation, columns), columns, relation)
  const again = order.map((item, index) => ({ ...item, of: valueAt(orderName(index), result) }))
  return { ...result, order: again, hidden: columns.map(({ path }) => path).filter((path) => !names.includes(path)) }
}
