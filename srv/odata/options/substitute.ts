import type { Expression } from './expression.ts'

/** What stands for a path, as the path is written; undefined where it stands for itself. */
export type Substitutes = (path: string) => Expression | undefined

/**
 * An expression with others in the place of paths. Within lambda expressions nothing is replaced: a condition on linked
 * rows cannot refer to what was computed of the row around it.
 */
export function substitute(expression: Expression, by: Substitutes): Expression {
  switch (expression.kind) {
    case 'path': {
      const found = by(expression.text)
      return found ? (found.kind === 'binary' ? { kind: 'group', of: found } : found) : expression
    }
    case 'call':
      return { ...expression, args: expression.args.map((arg) => substitute(arg, by)) }
    case 'list':
      return { ...expression, of: expression.of.map((each) => substitute(each, by)) }
    case 'group':
    case 'unary':
      return { ...expression, of: substitute(expression.of, by) }
    case 'binary':
      return { ...expression, left: substitute(expression.left, by), right: substitute(expression.right, by) }
    default:
      return expression
  }
}
