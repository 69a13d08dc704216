import type { Expression } from './expression.ts'
import { BadRequest } from '../errors/bad-request.ts'
import { ALWAYS, NEVER, constantCondition } from './constants.ts'
import { joined } from './joined.ts'
import { NEGATIONS } from './negations.ts'
import { isNull, knownComparison } from './known-comparison.ts'
import { SIGNATURES } from './signatures.ts'

/** Operators without a form in CAP's parser become calls of these names; translated in ../functions. */
export const ARITHMETIC: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div', 'divby', 'mod', 'modby'])

/** Comparisons within another one become calls of these names; translated in ../functions. */
export const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ['gt', '>'],
  ['ge', '>='],
  ['lt', '<'],
  ['le', '<='],
  ['in', 'in'],
])

/** Functions that CAP's parser accepts as a condition by themselves. */
const CONDITIONS: ReadonlySet<string> = new Set(['contains', 'endswith', 'startswith'])

const isDecimal = (expression: Expression): boolean => {
  switch (expression.kind) {
    case 'literal':
      return /^[+-]?\d+(\.\d+(e|$)|(\.\d+)?e)/i.test(expression.text)
    case 'group':
    case 'unary':
      return isDecimal(expression.of)
    case 'binary':
      return ARITHMETIC.has(expression.operator) && (isDecimal(expression.left) || isDecimal(expression.right))
    default:
      return false
  }
}

/** Division and remainder of whole numbers differ from those of decimals, and a literal 2.0 is 2 once parsed. */
export const arithmeticName = (operator: string, decimal: boolean): string =>
  decimal && operator === 'div' ? 'divby' : decimal && operator === 'mod' ? 'modby' : operator

function call(name: string, args: readonly Expression[]): string {
  const key = name.toLowerCase()
  if (key === 'cast' || key === 'isof') {
    const type = args.at(-1)
    if (type?.kind !== 'path' || args.length > 2 || (key === 'cast' && args.length < 2))
      throw new BadRequest(`${name} needs a type, such as Edm.String`)
    return `${key}(${[...args.slice(0, -1).map(toOperand), `'${type.text}'`].join(',')})`
  }
  if (!SIGNATURES.has(key)) throw new BadRequest(`Function ${name} is not supported`)
  return `${key}(${args.map(toOperand).join(',')})`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** An expression in the place of a value. */
export function toOperand(expression: Expression): string {
  switch (expression.kind) {
    case 'count':
      return expression.of
        ? `count(${expression.text},${quoted(toCondition(expression.of))})`
        : `count(${expression.text})`
    case 'call':
      return call(expression.name, expression.args)
    case 'own':
      return `${expression.name}(${expression.args.map(toOperand).join(',')})`
    case 'outer':
      return `outer('${expression.text}')`
    case 'list':
      return `(${expression.of.map(toOperand).join(',')})`
    case 'group':
      return toOperand(expression.of)
    case 'unary':
      if (expression.operator === '-') return `neg(${toOperand(expression.of)})`
      throw new BadRequest('Operator not is for conditions, and a condition is no value')
    case 'binary': {
      const { operator, left, right } = expression
      if (!ARITHMETIC.has(operator))
        throw new BadRequest(`Operator ${operator} gives a condition, where a value is needed`)
      return `${arithmeticName(operator, isDecimal(expression))}(${toOperand(left)},${toOperand(right)})`
    }
    case 'lambda':
      return toCondition(expression)
    default:
      return expression.text
  }
}

const isNullable = ({ kind }: Expression): boolean => kind !== 'literal' && kind !== 'alias' && kind !== 'count'

const SHORT: ReadonlySet<Expression['kind']> = new Set(['path', 'literal', 'alias', 'outer'])

/** Paths and literals are short; everything else is written once, or chains of it would grow by themselves. */
const isShort = (expression: Expression): boolean =>
  expression.kind === 'count' ? !expression.of : SHORT.has(expression.kind)

/**
 * A comparison, with null as OData has it: null equals null, every other comparison with it is false, and so the
 * negation of that is true. In SQL all of them are unknown.
 */
function comparison(operator: string, left: Expression, right: Expression, isNegated: boolean): string {
  // CAP's parser makes `= null` of a null in front.
  if (isNull(left) && !isNull(right)) return comparison(operator, right, left, isNegated)
  const known = knownComparison(operator, left, right)
  if (known !== undefined) return known === isNegated ? NEVER : ALWAYS
  const [a, b] = [toOperand(left), toOperand(right)]
  const actual = isNegated ? (NEGATIONS.get(operator) ?? operator) : operator
  const text = `${a} ${actual} ${b}`
  if (actual === 'ne') return text
  const areShort = isShort(left) && isShort(right)
  if (actual === 'eq') {
    if (!isNullable(left) || !isNullable(right)) return text
    return areShort ? `(${text} or (${a} eq null and ${b} eq null))` : `not (${a} ne ${b})`
  }
  if (!isNegated) return text
  if (!areShort) return `${operator}(${a},${b}) ne true`
  return `(${[text, ...[left, right].filter(isNullable).map((operand) => `${toOperand(operand)} eq null`)].join(' or ')})`
}

/**
 * `in`, which is a comparison by eq with each of a list, and as with these null equals null: where the list has null, or
 * properties that may be.
 */
function membership(left: Expression, right: Expression, isNegated: boolean): string {
  if (right.kind === 'alias') return listed(left, toOperand(right), isNegated)
  const items = right.kind === 'list' ? right.of : [right.kind === 'group' ? right.of : right]
  const values = items.filter((item) => !isNullable(item) && !isNull(item))
  const rest = items.filter((item) => isNullable(item) || isNull(item))
  const parts = [
    ...(values.length ? [listed(left, `(${values.map(toOperand).join(',')})`, isNegated)] : []),
    ...rest.map((item) => comparison('eq', left, item, isNegated)),
  ]
  const [only, ...more] = parts
  if (only === undefined) return isNegated ? ALWAYS : NEVER
  return more.length ? `(${parts.join(isNegated ? ' and ' : ' or ')})` : only
}

/** Whether an operand is in a list of literals. */
function listed(left: Expression, list: string, isNegated: boolean): string {
  const operand = toOperand(left)
  if (isNull(left)) return isNegated ? ALWAYS : NEVER
  if (!isNegated) return `${operand} in ${list}`
  if (!isShort(left) && list.startsWith('(')) return `in(${operand},${list.slice(1, -1)}) ne true`
  return `(not (${operand} in ${list}) or ${operand} eq null)`
}

function junction(operator: 'and' | 'or', expression: Expression, isNegated: boolean): string {
  const parts = joined(operator, expression)
  if (!isNegated) return parts.map((part) => toCondition(part)).join(` ${operator} `)
  return `(${parts.map((part) => `(${toCondition(part, true)})`).join(operator === 'and' ? ' or ' : ' and ')})`
}

function binary(expression: Expression & { kind: 'binary' }, isNegated: boolean): string {
  const { operator, left, right } = expression
  if (operator === 'has') throw new BadRequest('Operator has is not supported: there are no enumeration types')
  if (operator === 'and' || operator === 'or') return junction(operator, expression, isNegated)
  // Whoever writes `not a eq b` means the negated comparison, which is also how CAP reads it.
  if (left.kind === 'unary' && left.operator === 'not')
    return binary({ kind: 'binary', operator, left: left.of, right }, !isNegated)
  return operator === 'in' ? membership(left, right, isNegated) : comparison(operator, left, right, isNegated)
}

/** An expression in the place of a condition, or of its opposite, in the dialect of CAP's parser. */
export function toCondition(expression: Expression, isNegated = false): string {
  const not = isNegated ? 'not ' : ''
  switch (expression.kind) {
    case 'group':
      return `(${toCondition(expression.of, isNegated)})`
    case 'path':
    case 'outer':
      return `${toOperand(expression)} eq ${String(!isNegated)}`
    case 'call': {
      const text = call(expression.name, expression.args)
      return CONDITIONS.has(expression.name.toLowerCase()) ? not + text : `${text} eq ${String(!isNegated)}`
    }
    case 'lambda': {
      const { path, name, variable, of } = expression
      return `${not}${path}/${name}(${variable && of ? `${variable}:${toCondition(of)}` : ''})`
    }
    case 'unary':
      return expression.operator === '-' ? toOperand(expression) : toCondition(expression.of, !isNegated)
    case 'binary':
      return binary(expression, isNegated)
    case 'literal':
      return constantCondition(expression.text, isNegated)
    default:
      return toOperand(expression)
  }
}
