import type { Scope } from './scope.ts'
import { SIGNATURES } from './signatures.ts'
import { type Expression, type Name, StatementProblem } from './syntax.ts'

const isAggregate = (expression: Expression): boolean =>
  expression.node === 'call' && expression.over === null && SIGNATURES.get(expression.name)?.role === 'aggregate'

/** The operands of an expression; queries within are left alone. */
const partsOf = (expression: Expression): readonly Expression[] => {
  switch (expression.node) {
    case 'call': {
      const { args, order, over } = expression
      const window = over ? [...over.partition, ...over.order.map(({ value }) => value)] : []
      return [...args, ...order.map(({ value }) => value), ...window]
    }
    case 'cast':
    case 'isNull':
      return [expression.value]
    case 'in':
      return [expression.value, ...expression.list]
    case 'case':
      return [expression.operand, ...expression.whens.flat(), expression.other].filter((each) => each !== null)
    case 'calculation':
    case 'comparison':
    case 'like':
    case 'logic':
      return expression.operands
    case 'row':
      return expression.items
    default:
      return []
  }
}

export const hasAggregate = (expression: Expression): boolean =>
  isAggregate(expression) || partsOf(expression).some(hasAggregate)

/** The same text for the same value, however its columns are called. */
const markOf = (expression: Expression, scope: Scope): string =>
  JSON.stringify(expression, (_key, part: unknown) => {
    const { node, path } = (part ?? {}) as { node?: Expression['node']; path?: readonly Name[] }
    if (node === 'query' || node === 'exists') return { node, text: JSON.stringify(Object.values(part as object)) }
    if (node === 'parameter') return { node, one: Math.random() } // of two nothing tells that they are the same
    return node === 'column' && path ? scope.find(path).mark : part
  })

/**
 * Sees to it that a grouped query tells of its groups only.
 *
 * @throws StatementProblem for a column that is neither grouped nor aggregated.
 */
export const checkGrouped = (expressions: readonly Expression[], group: readonly Expression[], scope: Scope): void => {
  const grouped = new Set(group.map((each) => markOf(each, scope)))
  const check = (expression: Expression): void => {
    if (isAggregate(expression) || grouped.has(markOf(expression, scope))) return
    if (expression.node === 'column') {
      const { isOuter, name } = scope.find(expression.path)
      if (!isOuter) throw new StatementProblem(`the column ${name ?? ''} is not grouped`)
    }
    partsOf(expression).forEach(check)
  }
  expressions.forEach(check)
}

/** Whether an expression is one of those selected, of a query that is made distinct. */
export const isAmong = (expression: Expression, selected: readonly Expression[], scope: Scope): boolean =>
  selected.map((each) => markOf(each, scope)).includes(markOf(expression, scope))
