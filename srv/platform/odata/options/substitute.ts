import type { Expression } from './expression.ts'

/** What stands for a path, as the path is written; undefined where it stands for itself. */
export type Substitutes = (path: string) => Expression | undefined

const asIs = (literal: Expression): Expression => literal

/**
 * An expression with others in the place of paths. Within lambda expressions nothing is replaced: a condition on linked
 * rows cannot refer to what was computed of the row around it.
 *
 * @param literal - what becomes of literals
 */
export function substitute(expression: Expression, by: Substitutes, literal = asIs): Expression {
  const inside = (part: Expression): Expression => substitute(part, by, literal)
  switch (expression.kind) {
    case 'path': {
      const found = by(expression.text)
      return found ? (found.kind === 'binary' ? { kind: 'group', of: found } : found) : expression
    }
    case 'literal':
      return literal(expression)
    case 'call':
      return { ...expression, args: expression.args.map(inside) }
    case 'list':
      return { ...expression, of: expression.of.map(inside) }
    case 'group':
    case 'unary':
      return { ...expression, of: inside(expression.of) }
    case 'binary':
      return { ...expression, left: inside(expression.left), right: inside(expression.right) }
    default:
      return expression
  }
}
