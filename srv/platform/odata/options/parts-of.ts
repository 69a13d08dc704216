import type { Expression } from './expression.ts'

/** The expressions that one is directly made of, from the left to the right. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'call':
    case 'own':
      return expression.args
    case 'list':
      return expression.of
    case 'group':
    case 'unary':
      return [expression.of]
    case 'lambda':
    case 'count':
      return expression.of ? [expression.of] : []
    case 'binary':
      return [expression.left, expression.right]
    default:
      return []
  }
}
