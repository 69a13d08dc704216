import { BadRequest } from '../errors/bad-request.ts'
import { type Expression, ExpressionSyntaxError, ExpressionTooDeep, parseExpression } from './expression.ts'
import { heightOf } from './height.ts'
import { substitute } from './substitute.ts'

/** Levels of an expression: the limit for all, whatever a configuration allows. */
const HIGHEST = 60

const tooDeep = (): BadRequest => new BadRequest('The expression nests too deeply.', 'EXPRESSION_TOO_DEEP')

/** Operators, functions, paths and literals of an expression: names that stand for others would make it grow without end. */
const LARGEST = 1000

/** Counts the parts of an expression, and no further than to the limit: the same part may be in it very often. */
function countParts(expression: Expression, before: number): number {
  const count = before + 1
  if (count > LARGEST) return count
  const all = (parts: readonly Expression[]): number => parts.reduce((sum, part) => countParts(part, sum), count)
  switch (expression.kind) {
    case 'call':
      return all(expression.args)
    case 'list':
      return all(expression.of)
    case 'group':
    case 'unary':
      return countParts(expression.of, count)
    case 'lambda':
    case 'count':
      return expression.of ? countParts(expression.of, count) : count
    case 'binary':
      return all([expression.left, expression.right])
    default:
      return count
  }
}

/**
 * Puts expressions in the place of the names that were given to them.
 *
 * @throws BadRequest for what becomes too large by it
 */
export function expanded(expression: Expression, computed: ReadonlyMap<string, Expression>): Expression {
  if (!computed.size) return expression
  const result = substitute(expression, (path) => computed.get(path))
  if (countParts(result, 0) > LARGEST) throw new BadRequest('The expression is too large.', 'EXPRESSION_TOO_LARGE')
  return checkHeight(result)
}

/** Chains count as well, which the parser of CAP reads one link after the other. */
const checkHeight = (expression: Expression): Expression => {
  if (heightOf(expression) > HIGHEST) throw tooDeep()
  return expression
}

/**
 * Reads an expression where CAP's parser is not asked.
 *
 * @param of - where it stands, for the message
 * @throws BadRequest for what is none
 */
export function readExpression(text: string, of = text): Expression {
  try {
    return checkHeight(parseExpression(text))
  } catch (error) {
    if (error instanceof ExpressionTooDeep) throw tooDeep()
    if (error instanceof ExpressionSyntaxError) throw new BadRequest(`${of}: ${error.message}`)
    throw error
  }
}
