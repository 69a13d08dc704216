import { BadRequest } from '../bad-request.ts'
import { ExpressionSyntaxError, ExpressionTooDeep, parseExpression } from './expression.ts'
import type { Expression } from './expression.ts'
import { heightOf } from './height.ts'

/** Levels of an expression: the limit for all, whatever a configuration allows. */
const HIGHEST = 60

export const tooDeep = (): BadRequest => new BadRequest('The expression nests too deeply.', 'EXPRESSION_TOO_DEEP')

/** Chains count as well, which the parser of CAP reads one link after the other. */
export const checkHeight = (expression: Expression): Expression => {
  if (heightOf(expression) > HIGHEST) throw tooDeep()
  return expression
}

/**
 * Reads an expression where CAP's parser is not asked.
 *
 * @throws BadRequest for what is none
 */
export function readExpression(text: string): Expression {
  try {
    return checkHeight(parseExpression(text))
  } catch (error) {
    if (error instanceof ExpressionTooDeep) throw tooDeep()
    if (error instanceof ExpressionSyntaxError) throw new BadRequest(`${text}: ${error.message}`)
    throw error
  }
}
