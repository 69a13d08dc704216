import type { Expression } from './expression.ts'

const highest = (expressions: readonly Expression[]): number => Math.max(0, ...expressions.map(heightOf))

/** The levels of a tree: a chain of an operator nests to the left. What `and` and `or` join stands side by side. */
export function heightOf(expression: Expression): number {
  switch (expression.kind) {
    case 'call':
    case 'own':
      return highest(expression.args) + 1
    case 'list':
      return highest(expression.of)
    case 'lambda':
    case 'count':
      return expression.of ? heightOf(expression.of) + 1 : 1
    case 'group':
      return heightOf(expression.of)
    case 'unary':
      return heightOf(expression.of) + 1
    case 'binary': {
      const { operator, left, right } = expression
      return highest([left, right]) + (operator === 'and' || operator === 'or' ? 0 : 1)
    }
    default:
      return 0
  }
}
