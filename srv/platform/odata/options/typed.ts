import { BadRequest } from '../errors/bad-request.ts'
import { typedArithmetic } from './arithmetic-types.ts'
import { typedCall } from './call-types.ts'
import { typedComparison, typedMembership } from './comparison-types.ts'
import { ARITHMETIC } from './dialect.ts'
import type { Expression } from './expression.ts'
import { literal, typedLiteral } from './literals.ts'
import { find, type Names } from './names.ts'
import { KINDS } from './signatures.ts'
import type { Typed } from './types.ts'

/**
 * The types of expressions: one check for all of them against the entity that they are about, so that no database has
 * to guess what another type would mean. On the way, operands get the form that databases compare, see literals.ts.
 */

/** Whole numbers of at most 32 bits. */
const WHOLE_TYPES: ReadonlySet<string> = new Set(['UInt8', 'Int16', 'Int32', 'Integer'])

function typedPath(path: string, names: Names): Typed {
  const { expression, element } = find(path, names)
  if (element?.isAssociation) return { type: element.is2many ? 'records' : 'record', expression }
  const type = (element?._type ?? element?.type)?.replace(/^cds\./, '')
  const isWhole = WHOLE_TYPES.has(type ?? '')
  return { type: type === 'UUID' ? 'guid' : KINDS.get(type ?? ''), expression, isWhole }
}

function negative({ type, expression }: Typed): Typed {
  if (type !== undefined && type !== 'number' && type !== 'duration' && type !== 'null')
    throw new BadRequest(`Operator - needs numbers, not ${type}`)
  if (expression.kind === 'literal' && type !== 'null') {
    const { text } = expression
    return { type, expression: literal(text.startsWith('-') ? text.slice(1) : `-${text.replace('+', '')}`) }
  }
  return type === 'null' ? { type, expression } : { type, expression: { kind: 'unary', operator: '-', of: expression } }
}

/** An expression that gives a value. */
export function typedValue(expression: Expression, names: Names): Typed {
  switch (expression.kind) {
    case 'literal':
      return typedLiteral({ ...expression, kind: 'literal' })
    case 'alias': {
      const value = names.aliases.get(expression.text)
      return value ? typedValue(value, { ...names, aliases: new Map() }) : { type: undefined, expression }
    }
    case 'path':
      return typedPath(expression.text, names)
    case 'count': {
      if (names.variables.length && !isOfVariable(expression.text, names))
        throw new BadRequest('nav/$count of $it is not supported in any and all')
      return { type: 'number', expression: typedCount(expression, names), isWhole: true }
    }
    case 'call':
      return typedCall(expression.name, expression.args, (arg) => typedValue(arg, names))
    case 'group': {
      const { type, expression: of } = typedValue(expression.of, names)
      return { type, expression: of.kind === 'binary' ? { kind: 'group', of } : of }
    }
    case 'list':
      throw new BadRequest('A list is for the operator in')
    case 'unary':
      if (expression.operator === '-') return negative(typedValue(expression.of, names))
      return { type: 'boolean', expression: typedCondition(expression, names) }
    case 'binary':
      if (!ARITHMETIC.has(expression.operator))
        return { type: 'boolean', expression: typedCondition(expression, names) }
      return typedArithmetic(
        expression.operator,
        typedValue(expression.left, names),
        typedValue(expression.right, names),
      )
    case 'lambda':
      return { type: 'boolean', expression: typedCondition(expression, names) }
    default:
      return { type: undefined, expression }
  }
}

function typedCount(expression: Expression & { kind: 'count' }, names: Names): Expression {
  const { text, element } = find(expression.text, names)
  if (!expression.of || !element?._target) return { kind: 'count', text }
  if (names.it) throw new BadRequest('A count within the filter of another one is not supported')
  const inside = { ...names, entity: element._target, it: names.entity }
  return { kind: 'count', text, of: typedCondition(expression.of, inside) }
}

const isOfVariable = (path: string, { variables }: Names): boolean =>
  path.startsWith(`${variables.at(-1)?.name ?? ''}/`)

function typedLambda(expression: Expression & { kind: 'lambda' }, names: Names): Expression {
  const { variable, of } = expression
  if (names.variables.length && !isOfVariable(expression.path, names))
    throw new BadRequest('any and all within each other need a collection of the variable')
  const { text: path, element } = find(expression.path, names)
  if (variable === undefined || !of) return { ...expression, path }
  const variables = [...names.variables, { name: variable, entity: element?._target }]
  return { ...expression, path, of: typedCondition(of, { ...names, variables }) }
}

function typedBinary(expression: Expression & { kind: 'binary' }, names: Names): Expression {
  const { operator, left, right } = expression
  if (operator === 'and' || operator === 'or')
    return { ...expression, left: typedCondition(left, names), right: typedCondition(right, names) }
  // Whoever writes `not a eq b` means the negated comparison, which is also how CAP reads it.
  if (left.kind === 'unary' && left.operator === 'not')
    return { ...left, of: { kind: 'group', of: typedBinary({ ...expression, left: left.of }, names) } }
  if (operator === 'in') return typedMembership(typedValue(left, names), right, (item) => typedValue(item, names))
  if (operator === 'has') return expression
  return typedComparison(operator, typedValue(left, names), typedValue(right, names))
}

/**
 * An expression that gives a condition.
 *
 * @throws BadRequest where it or a part of it is of the wrong type
 */
export function typedCondition(expression: Expression, names: Names): Expression {
  switch (expression.kind) {
    case 'group':
      return { kind: 'group', of: typedCondition(expression.of, names) }
    case 'lambda':
      return typedLambda(expression, names)
    case 'unary':
      if (expression.operator === 'not') return { ...expression, of: typedCondition(expression.of, names) }
      break
    case 'binary':
      if (!ARITHMETIC.has(expression.operator)) return typedBinary(expression, names)
  }
  const { type, expression: value } = typedValue(expression, names)
  if (type !== undefined && type !== 'boolean' && type !== 'null')
    throw new BadRequest(`A condition is needed, and not a ${type}`)
  return value
}
