import { BadRequest } from '../errors/bad-request.ts'
import type { Expression } from './expression.ts'
import { binary, NULL } from './literals.ts'
import type { Type, Typed } from './types.ts'

const own = (name: string, ...args: Expression[]): Expression => ({ kind: 'own', name, args })

type Make = (left: Expression, right: Expression) => Expression
type Rule = readonly [
  left: Type,
  operators: readonly string[],
  right: Type,
  gives: Type,
  make: (operator: string) => Make,
]

const plain =
  (operator: string): Make =>
  (left, right) =>
    binary(operator, left, right)
const shifted =
  (name: string) =>
  (operator: string): Make =>
  (left, right) =>
    own(name, left, operator === 'sub' ? { kind: 'unary', operator: '-', of: right } : right)
const between = (): Make => (left, right) => own('seconds', left, right)

/** What is added, subtracted, multiplied and divided, see OData 4.01 URL Conventions, Arithmetic Operators. */
const RULES: readonly Rule[] = [
  ['number', ['add', 'sub', 'mul', 'div', 'divby', 'mod'], 'number', 'number', plain],
  ['duration', ['add', 'sub'], 'duration', 'duration', plain],
  ['duration', ['mul'], 'number', 'duration', plain],
  ['number', ['mul'], 'duration', 'duration', plain],
  ['duration', ['div', 'divby'], 'number', 'duration', () => plain('divby')],
  ['instant', ['add', 'sub'], 'duration', 'instant', shifted('later')],
  ['date', ['add', 'sub'], 'duration', 'date', shifted('laterday')],
  ['instant', ['sub'], 'instant', 'duration', between],
  ['date', ['sub'], 'date', 'duration', between],
]

/** Where the type of an operand is not known, it is the one that fits. */
const fits = (type: Type | undefined, wanted: Type): boolean => type === undefined || type === wanted

/**
 * An operation on two values. With null it is null.
 *
 * @throws BadRequest for types that it is not for
 */
export function typedArithmetic(operator: string, left: Typed, right: Typed): Typed {
  if (left.type === 'null' || right.type === 'null') return NULL
  const rule = RULES.find(
    ([a, operators, b]) => fits(left.type, a) && operators.includes(operator) && fits(right.type, b),
  )
  if (!rule)
    throw new BadRequest(
      `Operator ${operator} needs numbers or durations that fit, not ${String(left.type)} and ${String(right.type)}`,
    )
  const [, , , type, make] = rule
  return { type, expression: make(operator)(left.expression, right.expression) }
}
