import { BadRequest } from '../../protocol/errors.ts'
import {
  cdsTypeOfTyped,
  columnAt,
  namesOf,
  operandOf,
  type Relation,
  type ResultColumn,
  resultOf,
  selectOf,
  valueAt,
} from './relation.ts'

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
