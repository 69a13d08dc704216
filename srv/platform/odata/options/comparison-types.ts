import { BadRequest } from '../errors/bad-request.ts'
import { secondsOf } from './durations.ts'
import type { Expression } from './expression.ts'
import { GUID } from '../values/guid.ts'
import { binary, literal, textOf } from './literals.ts'
import { compareNumbers, compareWhole, numberOf } from './numbers.ts'
import type { Type, Typed } from './types.ts'

const MIRRORED: ReadonlyMap<string, string> = new Map([
  ['gt', 'lt'],
  ['ge', 'le'],
  ['lt', 'gt'],
  ['le', 'ge'],
])

const bool = (value: boolean): Expression => literal(String(value))

/** True of every value and false of null, or, the other way round, false of every value. */
const ofEvery = (value: boolean, operand: Expression, operator: string): Expression => {
  // Null is not equal to any number.
  if (operator === 'ne') return bool(true)
  return value ? binary('ne', operand, literal('null')) : bool(false)
}

/** A comparison with a number that the column or the database has no place for. */
function withNumber(operator: string, left: Typed, right: Expression): Expression {
  const value = numberOf(right)
  const { expression } = left
  if (value === undefined) return binary(operator, expression, right)
  const other = numberOf(expression)
  if (other !== undefined) return bool(compareNumbers(operator, other, value) ?? false)
  if (left.isWhole) {
    const whole = compareWhole(operator, value)
    return 'forNumbers' in whole
      ? ofEvery(whole.forNumbers, expression, operator)
      : binary(whole.operator, expression, literal(String(whole.value)))
  }
  if (Number.isFinite(value)) return binary(operator, expression, right)
  return ofEvery(compareNumbers(operator, 0, value) ?? false, expression, operator)
}

/** A day as the moment that it begins at. */
const midnight = ({ expression }: Typed): Typed => ({
  type: 'instant',
  expression:
    expression.kind === 'literal'
      ? literal(`${expression.text}T00:00:00.000Z`)
      : { kind: 'own', name: 'midnight', args: [expression] },
})

/** A day of a column compared with a given moment stays a day, which may be indexed. */
function dayWithMoment(operator: string, day: Expression, moment: Expression & { kind: 'literal' }): Expression {
  const isMidnight = /T00:00:00(\.0+)?Z$/.test(moment.text)
  const date = literal(moment.text.slice(0, 10))
  if (isMidnight) return binary(operator, day, date)
  if (operator === 'eq' || operator === 'ne') return bool(operator === 'ne')
  return binary(operator === 'gt' || operator === 'ge' ? 'gt' : 'le', day, date)
}

const isLiteral = (expression: Expression): expression is Expression & { kind: 'literal' } =>
  expression.kind === 'literal'

/** A literal in quotes as the type that it is compared with, where clients write it so: GUIDs and durations. */
function unquoted(typed: Typed, other: Type | undefined): Typed {
  const text = typed.type === 'text' ? textOf(typed.expression) : undefined
  if (text === undefined) return typed
  if (other === 'guid' && GUID.test(text)) return { type: 'guid', expression: literal(text.toLowerCase()) }
  const seconds = other === 'duration' ? secondsOf(text) : undefined
  return seconds === undefined ? typed : { type: 'duration', expression: literal(String(seconds)) }
}

/** Types beyond those of values that two operands may have: null goes with all, records with null alone. */
function checkComparable(operator: string, left: Type | undefined, right: Type | undefined): void {
  const types = [left, right]
  const wrong = (): BadRequest =>
    new BadRequest(`Operator ${operator} cannot compare ${String(left)} and ${String(right)}`)
  if (types.includes('records')) throw wrong()
  if (types.includes('record') && !(types.includes('null') && (operator === 'eq' || operator === 'ne'))) throw wrong()
  if (left !== right && !types.includes('null') && !types.includes(undefined)) throw wrong()
}

/**
 * A comparison of two values.
 *
 * @throws BadRequest for values that do not compare
 */
export function typedComparison(operator: string, first: Typed, second: Typed): Expression {
  const left = unquoted(first, second.type)
  const right = unquoted(second, first.type)
  const mirrored = MIRRORED.get(operator) ?? operator
  if (left.type === 'date' && right.type === 'instant')
    return isLiteral(right.expression) && !isLiteral(left.expression)
      ? dayWithMoment(operator, left.expression, right.expression)
      : binary(operator, midnight(left).expression, right.expression)
  if (left.type === 'instant' && right.type === 'date')
    return isLiteral(left.expression) && !isLiteral(right.expression)
      ? dayWithMoment(mirrored, right.expression, left.expression)
      : binary(operator, left.expression, midnight(right).expression)
  checkComparable(operator, left.type, right.type)
  if (left.type === 'number' || left.type === 'duration')
    return numberOf(left.expression) === undefined
      ? withNumber(operator, left, right.expression)
      : withNumber(mirrored, right, left.expression)
  return binary(operator, left.expression, right.expression)
}

/**
 * Whether a value is one of a list: each of it is compared by eq, and what can equal no value is left out.
 *
 * @throws BadRequest for values that do not compare
 */
export function typedMembership(left: Typed, list: Expression, typed: (item: Expression) => Typed): Expression {
  if (list.kind === 'alias') {
    const value = typed(list)
    if (value.type === undefined) return binary('in', left.expression, list)
    return typedComparison('eq', left, value)
  }
  const items = list.kind === 'list' ? list.of : [list.kind === 'group' ? list.of : list]
  const comparisons = items.map((item) => typedComparison('eq', left, typed(item)))
  if (comparisons.some((each) => isLiteral(each) && each.text === 'true')) return bool(true)
  const undecided = comparisons.filter((each) => each.kind === 'binary')
  const [first] = undecided
  if (!first) return bool(false)
  if (undecided.every((each) => each.left === first.left))
    return binary('in', first.left, { kind: 'list', of: undecided.map((each) => each.right) })
  if (!isLiteral(left.expression)) throw new BadRequest('Operator in needs a list of one type')
  return {
    kind: 'group',
    of: undecided.reduce<Expression>((all, each) => (all === each ? all : binary('or', all, each)), first),
  }
}
