import { BadRequest, placed } from '../protocol/errors.ts'
import type { BinaryOperator, Expression, Path } from '../url/nodes.ts'
import { typedArithmetic, negative } from './numbers.ts'
import { resolveCollection } from './collections.ts'
import { typedComparison, typedMembership } from './comparison.ts'
import { offsetOf, typedCall, typedCast, typeNamed } from './functions.ts'
import { jsonValue, typedLiteral } from './literals.ts'
import { type Arithmetic, type Comparison, joined, NULL, truth, type Typed, type Choice } from './nodes.ts'
import { edmTypeOf, type EdmType, isNumber, promoted } from './edm.ts'
import { findValue, type Names } from './rows.ts'

/** The type of two values of which one is taken. */
function common(left: Typed['type'], right: Typed['type']): Typed['type'] {
  if (left === right || right === 'Null') return left
  if (left === 'Null') return right
  if (isNumber(left) && isNumber(right)) return promoted(left, right)
  throw new BadRequest(`case needs values of one type, not ${left} and ${right}`)
}

/**
 * The first value whose condition is true; null where none is.
 *
 * @throws BadRequest for records, and values of which none could be taken for another
 * @see OData 4.01 URL Conventions, 5.1.1.10 Conditional Functions
 */
function typedCase(choices: readonly Choice[]): Typed {
  if (!choices.length) throw new BadRequest('case needs conditions with values, as in case(price gt 9:1,true:0)')
  const last = choices.findIndex(([when]) => when.kind === 'literal' && when.text === 'true')
  const reached = last < 0 ? choices : choices.slice(0, last + 1)
  const type = choices.map(([, then]) => then.type).reduce(common)
  if (type === 'Null') return NULL
  if (type === 'Record') throw new BadRequest('case gives values, and no records')
  // Functions of times read none on SQLite, whose columns have none.
  if (choices.some(({ 1: then }) => then.kind === 'literal' && type === 'TimeOfDay' && then.text.includes('.')))
    throw new BadRequest('case gives times without fractions of seconds')
  const isNullable = last < 0 || reached.some(([, then]) => then.isNullable)
  return { kind: 'case', of: reached, type: type satisfies EdmType, isNullable }
}

const COMPARISONS: ReadonlySet<BinaryOperator> = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le'])

/**
 * An expression that gives a value: every name of it is found in the model, and every part has a type.
 *
 * @throws BadRequest for what the model does not have, and parts of the wrong type
 */
export const resolveValue = (expression: Expression, names: Names): Typed =>
  placed(expression.at, () => meaningOf(expression, names))

function meaningOf(expression: Expression, names: Names): Typed {
  switch (expression.kind) {
    case 'literal':
      return typedLiteral(expression)
    case 'alias':
      return resolveValue(meantBy(expression, names), withoutAliases(names))
    case 'path':
      return resolvePath(expression, names)
    case 'call':
      return resolveCall(expression, names)
    case 'case':
      return typedCase(
        expression.of.map(({ when, then }) => [resolveCondition(when, names), resolveValue(then, names)]),
      )
    case 'minus':
      return negative(resolveValue(expression.of, names))
    case 'not':
      return negated(resolveCondition(expression.of, names))
    case 'binary':
      return resolveBinary(expression, names)
    case 'json':
      return jsonValue(expression.value)
    case 'list':
      throw new BadRequest('a list is for the operator in')
  }
}

/**
 * An expression that gives a condition.
 *
 * @throws BadRequest where it or a part of it is of the wrong type
 */
export function resolveCondition(expression: Expression, names: Names): Typed {
  const typed = resolveValue(expression, names)
  if (typed.type !== 'Boolean' && typed.type !== 'Null')
    throw new BadRequest(`a condition is needed, and not a value of the type ${typed.type}`, undefined, expression.at)
  return typed
}

const negated = (of: Typed): Typed => {
  if (of.kind === 'null') return NULL
  if (of.kind === 'literal') return truth(of.text !== 'true')
  return of.kind === 'not' ? of.of : { kind: 'not', of, type: 'Boolean', isNullable: of.isNullable }
}

function meantBy({ name, at }: Expression & { kind: 'alias' }, { aliases }: Names): Expression {
  const meant = aliases.get(name)
  // What an alias that has no value means. @see OData 4.01 URL Conventions, 5.3 Parameter Aliases
  return meant ?? { kind: 'literal', type: 'Null', text: 'null', at }
}

/** Aliases within the value of an alias could be circular. */
const withoutAliases = (names: Names): Names => ({ ...names, aliases: new Map() })

const resolvePath = (path: Path, names: Names): Typed =>
  resolveCollection(path, names, { value: resolveValue, condition: resolveCondition }) ?? findValue(path, names)

function resolveCall({ name, args }: Expression & { kind: 'call' }, names: Names): Typed {
  if (name === 'cast' || name === 'isof') return resolveTypeTest(name, args, names)
  const [first] = args
  if (name === 'totaloffsetminutes' && first?.kind === 'literal' && first.type === 'DateTimeOffset') {
    typedLiteral(first)
    return offsetOf(first.text)
  }
  return typedCall(
    name,
    args.map((arg) => resolveValue(arg, names)),
  )
}

const isQualified = (expression: Expression | undefined): expression is Path =>
  expression?.kind === 'path' && !expression.root && expression.segments.length === 1

/** `cast(x,Edm.T)`, `isof(x,Edm.T)` and `isof(T)`. */
function resolveTypeTest(name: 'cast' | 'isof', args: readonly Expression[], names: Names): Typed {
  const last = args.at(-1)
  const [segment] = isQualified(last) ? last.segments : []
  if (segment?.kind !== 'qualified' || args.length > 2) throw new BadRequest(`${name} needs a type, such as Edm.String`)
  const type = typeNamed(segment.name)
  const entity = (names.here.entity?.actives ?? names.here.entity)?.name
  if (args.length === 1) {
    if (name === 'cast') throw new BadRequest(`cast to ${segment.name} is not supported`)
    return truth(segment.name === entity)
  }
  const value = args[0] as Expression
  if (name === 'cast') {
    if (!type) throw new BadRequest(`cast to ${segment.name} is not supported`)
    return typedCast(resolveValue(value, names), type)
  }
  const typed = resolveValue(value, names)
  if (typed.kind === 'record' && !type) {
    const target = typed.path.at(-1)?._target ?? typed.row.entity
    return target?.name === segment.name ? typedComparison('ne', typed, NULL) : truth(false)
  }
  if (!type) throw new BadRequest(`isof ${segment.name} is not supported`)
  if (typed.kind === 'property') {
    const property = typed.path.at(-1)
    return truth(property !== undefined && edmTypeOf(property) === type)
  }
  return truth(typed.type === type)
}

function resolveBinary(expression: Expression & { kind: 'binary' }, names: Names): Typed {
  const { operator, left, right } = expression
  if (operator === 'and' || operator === 'or')
    return joined(
      operator,
      chain(expression).map((part) => resolveCondition(part, names)),
    )
  if (operator === 'has') throw new BadRequest('Operator has is not supported: there are no enumeration types')
  if (operator === 'in') {
    const found = right.kind === 'alias' ? meantBy(right, names) : right
    return typedMembership(
      resolveValue(left, names),
      itemsOf(found).map((item) => (item.kind === 'json' ? jsonValue(item.value) : resolveValue(item, names))),
    )
  }
  const [a, b] = [resolveValue(left, names), resolveValue(right, names)]
  return COMPARISONS.has(operator)
    ? typedComparison(operator as Comparison, a, b)
    : typedArithmetic(operator as Arithmetic, a, b)
}

/** The parts of a chain of one operator, which leans to the left and may be long. */
function chain({ operator, left, right }: Expression & { kind: 'binary' }): Expression[] {
  const parts = [right]
  let rest = left
  for (; rest.kind === 'binary' && rest.operator === operator; rest = rest.left) parts.push(rest.right)
  return [...parts, rest].reverse()
}

/** What `in` looks into. */
function itemsOf(list: Expression): readonly Expression[] {
  if (list.kind === 'list') return list.of
  if (list.kind !== 'json') return [list]
  if (!Array.isArray(list.value)) throw new BadRequest('Operator in needs a list')
  return list.value.map((value: unknown): Expression => ({ kind: 'json', value, at: list.at }))
}
