import type { Expression } from './expression.ts'
import { BadRequest } from '../bad-request.ts'
import { SIGNATURES } from './signatures.ts'

/** Operators without a form in CAP's parser become calls of these names; translated in ../functions. */
export const ARITHMETIC: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div', 'divby', 'mod', 'modby'])

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
    if (type?.kind !== 'path' || args.length > 2) throw new BadRequest(`${name} needs a type, such as Edm.String`)
    return `${key}(${[...args.slice(0, -1).map(toOperand), `'${type.text}'`].join(',')})`
  }
  if (!SIGNATURES.has(key)) throw new BadRequest(`Function ${name} is not supported`)
  return `${key}(${args.map(toOperand).join(',')})`
}

/** An expression in the place of a value. */
export function toOperand(expression: Expression): string {
  switch (expression.kind) {
    case 'count':
      return `count(${expression.text})`
    case 'call':
      return call(expression.name, expression.args)
    case 'list':
      return `(${expression.of.map(toOperand).join(',')})`
    case 'group':
      return toOperand(expression.of)
    case 'unary':
      return expression.operator === '-' ? `neg(${toOperand(expression.of)})` : toCondition(expression)
    case 'binary': {
      const { operator, left, right } = expression
      if (!ARITHMETIC.has(operator)) return toCondition(expression)
      return `${arithmeticName(operator, isDecimal(expression))}(${toOperand(left)},${toOperand(right)})`
    }
    case 'lambda':
      return toCondition(expression)
    default:
      return expression.text
  }
}

/** An expression in the place of a condition, in the dialect of CAP's parser. */
export function toCondition(expression: Expression): string {
  switch (expression.kind) {
    case 'group':
      return `(${toCondition(expression.of)})`
    case 'path':
      return `${expression.text} eq true`
    case 'call': {
      const text = call(expression.name, expression.args)
      return CONDITIONS.has(expression.name.toLowerCase()) ? text : `${text} eq true`
    }
    case 'lambda': {
      const { path, name, variable, of } = expression
      return `${path}/${name}(${variable && of ? `${variable}:${toCondition(of)}` : ''})`
    }
    case 'unary': {
      if (expression.operator === '-') return toOperand(expression)
      const text = toCondition(expression.of)
      return expression.of.kind === 'path' ? `not (${text})` : `not ${text}`
    }
    case 'binary': {
      const { operator, left, right } = expression
      if (operator === 'has') throw new BadRequest('Operator has is not supported: there are no enumeration types')
      if (operator === 'and' || operator === 'or') return `${toCondition(left)} ${operator} ${toCondition(right)}`
      if (operator === 'in') {
        const list = right.kind === 'group' ? `(${toOperand(right.of)})` : toOperand(right)
        return `${toOperand(left)} in ${list}`
      }
      // Whoever writes `not a eq b` means the negated comparison, which is also how CAP reads it.
      if (left.kind === 'unary' && left.operator === 'not')
        return `not ${toCondition({ ...expression, left: left.of })}`
      return `${toOperand(left)} ${operator} ${toOperand(right)}`
    }
    default:
      return toOperand(expression)
  }
}
