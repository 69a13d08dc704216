import { BadRequest } from '../errors/bad-request.ts'
import { type Expression, ExpressionSyntaxError, ExpressionTooDeep, parseExpression } from './expression.ts'
import { partsOf } from './parts-of.ts'
import { substitute } from './substitute.ts'

/** Levels of an expression: the limit for all, whatever a configuration allows. */
const HIGHEST = 60

const tooDeep = (): BadRequest => new BadRequest('The expression nests too deeply.', 'EXPRESSION_TOO_DEEP')

/** Operators, functions, paths and literals of an expression: names that stand for others would make it grow without end. */
const LARGEST = 1000

/** Counts the parts of an expression, and no further than to the limit: the same part may be in it very often. */
const countParts = (expression: Expression, before: number): number =>
  before < LARGEST ? partsOf(expression).reduce((sum, part) => countParts(part, sum), before + 1) : before + 1

/** What has no level of its own: a literal or path, and what stands side by side. */
const isFlat = (expression: Expression): boolean =>
  expression.kind === 'binary'
    ? expression.operator === 'and' || expression.operator === 'or'
    : ['literal', 'path', 'alias', 'outer', 'list', 'group'].includes(expression.kind)

/** The levels of a tree: a chain of an operator nests to the left. */
const heightOf = (expression: Expression): number =>
  Math.max(0, ...partsOf(expression).map(heightOf)) + (isFlat(expression) ? 0 : 1)

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
