import { BadRequest } from '../protocol/errors.ts'
import { cdsTypeOf, isNumber, rangeOf } from './edm.ts'
import { unquoted } from './literals.ts'
import { call, comparison, type Comparison, joined, literal, type Literal, NULL, truth, type Typed } from './nodes.ts'
import { compareNumbers, compareWhole, numberOf } from './numbers.ts'

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  ...{ eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' },
}

const isLiteral = (typed: Typed): typed is Literal => typed.kind === 'literal'

/** True of every value and false of null, or, the other way round, false of every value; null is not equal to any. */
const ofEvery = (value: boolean, operand: Typed, operator: Comparison): Typed => {
  if (operator === 'ne') return truth(true)
  return value ? comparison('ne', operand, NULL) : truth(false)
}

/** A comparison with a number that the column or the database has no place for. */
function withNumber(operator: Comparison, left: Typed, right: Literal): Typed {
  const value = numberOf(right.text)
  if (isLiteral(left)) return truth(compareNumbers(operator, numberOf(left.text), value))
  const range = rangeOf(left.type)
  if (range) {
    const whole = compareWhole(operator, right.text, range)
    return 'forNumbers' in whole
      ? ofEvery(whole.forNumbers, left, operator)
      : comparison(whole.operator, left, literal(left.type as 'Int64', whole.text))
  }
  if (Number.isFinite(value)) return comparison(operator, left, right)
  return ofEvery(compareNumbers(operator, 0, value), left, operator)
}

/** A day as the moment that it begins at. */
const midnight = (day: Typed): Typed =>
  isLiteral(day) ? literal('DateTimeOffset', `${day.text}T00:00:00.000Z`) : call('midnight', [day], 'DateTimeOffset')

/** What is kept in whole steps compared with a moment within one of them, which lies after its beginning. */
function withinStep(operator: Comparison, left: Typed, step: Literal, isBeginning: boolean): Typed {
  if (isBeginning) return comparison(operator, left, step)
  if (operator === 'eq' || operator === 'ne') return ofEvery(false, left, operator)
  return comparison(operator === 'gt' || operator === 'ge' ? 'gt' : 'le', left, step)
}

const isOfSeconds = (typed: Typed): boolean => {
  const last = typed.kind === 'property' ? typed.path.at(-1) : undefined
  return last !== undefined && cdsTypeOf(last) === 'DateTime'
}

/** Moments, of which columns may have no fractions of seconds, and days among them. */
function withMoment(operator: Comparison, left: Typed, right: Typed): Typed {
  if (left.type === 'Date')
    return isLiteral(right) && !isLiteral(left)
      ? // A day of a column stays a day, which may be indexed.
        withinStep(operator, left, literal('Date', right.text.slice(0, 10)), /T00:00:00(\.0+)?Z$/.test(right.text))
      : withMoment(operator, midnight(left), right)
  if (isOfSeconds(left) && isLiteral(right)) {
    const [front = '', fraction = ''] = right.text.split(/[.Z]/)
    return withinStep(operator, left, literal(right.type, `${front}Z`), !/[1-9]/.test(fraction))
  }
  if (isOfSeconds(left) !== isOfSeconds(right)) {
    const exact = (typed: Typed): Typed =>
      isOfSeconds(typed) ? call('later', [typed, literal('Int32', '0')], 'DateTimeOffset') : typed
    return comparison(operator, exact(left), exact(right))
  }
  return comparison(operator, left, right)
}

/** Times of days, of which columns and functions have no fractions of seconds. */
function withClock(operator: Comparison, left: Typed, right: Literal): Typed {
  const [front = '', fraction = ''] = right.text.split('.')
  return withinStep(operator, left, literal('TimeOfDay', front), !/[1-9]/.test(fraction))
}

const isTime = (type: string): boolean => type === 'Date' || type === 'DateTimeOffset'
const classOf = (type: string): string => (isNumber(type) ? 'number' : type)

/** Null goes with all; records with null alone. */
function checkComparable(operator: Comparison, { type: left }: Typed, { type: right }: Typed): void {
  const isOrder = operator !== 'eq' && operator !== 'ne'
  const wrong = (): BadRequest => new BadRequest(`Operator ${operator} cannot compare ${left} and ${right}`)
  if (left === 'Record' || right === 'Record') {
    if (isOrder || (left !== 'Null' && right !== 'Null')) throw wrong()
  } else if (left !== 'Null' && right !== 'Null' && classOf(left) !== classOf(right)) throw wrong()
}

/**
 * A comparison of two values, which is true or false for null as well: null equals null, and nothing else is true of it.
 *
 * @throws BadRequest for values that do not compare
 */
export function typedComparison(operator: Comparison, first: Typed, second: Typed): Typed {
  const left = unquoted<Typed>(first, second.type)
  const right = unquoted<Typed>(second, first.type)
  const mirrored = MIRRORED[operator]
  const isOfTimes = isTime(left.type) && isTime(right.type) && (left.type !== right.type || left.type !== 'Date')
  if (isOfTimes) {
    const isTurned = right.type === 'Date' || isLiteral(left) || (isOfSeconds(right) && !isOfSeconds(left))
    return isTurned && left.type !== 'Date' ? withMoment(mirrored, right, left) : withMoment(operator, left, right)
  }
  checkComparable(operator, left, right)
  if (left.kind === 'null' && right.kind === 'null') return truth(operator === 'eq')
  if (left.kind === 'null') return typedComparison(mirrored, right, left)
  if (right.kind === 'null') {
    if (operator !== 'eq' && operator !== 'ne') return truth(false)
    return isLiteral(left) ? truth(operator === 'ne') : comparison(operator, left, right)
  }
  if (isNumber(left.type) || left.type === 'Duration') {
    if (isLiteral(right)) return withNumber(operator, left, right)
    if (isLiteral(left)) return withNumber(mirrored, right, left)
  }
  if (left.type === 'TimeOfDay') {
    if (isLiteral(right) && !isLiteral(left)) return withClock(operator, left, right)
    if (isLiteral(left) && !isLiteral(right)) return withClock(mirrored, right, left)
  }
  return comparison(operator, left, right)
}

const isTruth = (typed: Typed): typed is Literal => typed.kind === 'literal' && typed.type === 'Boolean'

/**
 * Whether a value is one of a list: each of it is compared by eq, and what can equal no value is left out.
 *
 * @throws BadRequest for values that do not compare
 */
export function typedMembership(left: Typed, items: readonly Typed[]): Typed {
  const each = items.map((item) => typedComparison('eq', left, item))
  if (each.some((part) => isTruth(part) && part.text === 'true')) return truth(true)
  const literals = each.flatMap((part) =>
    part.kind === 'comparison' && part.left === left && part.operator === 'eq' && isLiteral(part.right)
      ? [part.right]
      : [],
  )
  const rest = each.filter(
    (part) => !isTruth(part) && !(part.kind === 'comparison' && literals.includes(part.right as Literal)),
  )
  const among: Typed[] = literals.length
    ? [{ kind: 'in', of: left, list: literals, type: 'Boolean', isNullable: false }]
    : []
  return joined('or', [...among, ...rest])
}
