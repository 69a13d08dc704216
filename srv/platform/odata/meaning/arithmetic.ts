import { BadRequest } from '../protocol/errors.ts'
import { type EdmType, isNumber, type NumberType, promoted, rangeOf } from './edm.ts'
import { type Arithmetic, call, literal, NULL, type Typed } from './nodes.ts'

/** A number, or the type itself. */
type Kind = EdmType | 'number'
type Make = (left: Typed, right: Typed, operator: Arithmetic) => Typed
type Rule = readonly [left: Kind, operators: readonly Arithmetic[], right: Kind, make: Make]

const plain =
  (typeOf: (left: EdmType, right: EdmType, operator: Arithmetic) => EdmType): Make =>
  (left, right, operator) => ({
    kind: 'arithmetic',
    operator,
    left,
    right,
    type: typeOf(left.type as EdmType, right.type as EdmType, operator),
    // Nothing is divided by zero.
    isNullable: left.isNullable || right.isNullable || operator === 'div' || operator === 'divby' || operator === 'mod',
  })

const SMALL: ReadonlySet<EdmType> = new Set(['Byte', 'SByte', 'Int16', 'Int32'])

/** Sums of whole numbers may need more bits than they have. */
const ofNumbers = plain((left, right, operator) => {
  const type = promoted(left as NumberType, right as NumberType)
  if (operator === 'divby') return type === 'Double' || type === 'Single' ? type : 'Decimal'
  return SMALL.has(type) ? 'Int64' : rangeOf(type) && operator !== 'div' && operator !== 'mod' ? 'Decimal' : type
})
const ofSeconds = plain(() => 'Duration')

const shifted =
  (name: string): Make =>
  (left, right, operator) =>
    call(name, [left, operator === 'sub' ? negative(right) : right], left.type as EdmType)
const between: Make = (left, right) => call('seconds', [left, right], 'Duration')

const ALL: readonly Arithmetic[] = ['add', 'sub', 'mul', 'div', 'divby', 'mod']

/** What is added, subtracted, multiplied and divided. @see OData 4.01 URL Conventions, 5.1.1.2 Arithmetic Operators */
const RULES: readonly Rule[] = [
  ['number', ALL, 'number', ofNumbers],
  ['Duration', ['add', 'sub'], 'Duration', ofSeconds],
  ['Duration', ['mul'], 'number', ofSeconds],
  ['number', ['mul'], 'Duration', ofSeconds],
  ['Duration', ['div', 'divby'], 'number', (left, right) => ofSeconds(left, right, 'divby')],
  ['DateTimeOffset', ['add', 'sub'], 'Duration', shifted('later')],
  ['Date', ['add', 'sub'], 'Duration', shifted('laterday')],
  ['DateTimeOffset', ['sub'], 'DateTimeOffset', between],
  ['Date', ['sub'], 'Date', between],
]

const fits = (type: string, wanted: Kind): boolean => (wanted === 'number' ? isNumber(type) : type === wanted)

/**
 * An operation on two values. With null it is null.
 *
 * @throws BadRequest for types that it is not for
 */
export function typedArithmetic(operator: Arithmetic, left: Typed, right: Typed): Typed {
  if (left.type === 'Null' || right.type === 'Null') return NULL
  const rule = RULES.find(
    ([a, operators, b]) => fits(left.type, a) && operators.includes(operator) && fits(right.type, b),
  )
  if (!rule)
    throw new BadRequest(
      `Operator ${operator} needs numbers or durations that fit, not Edm.${left.type} and Edm.${right.type}`,
    )
  return rule[3](left, right, operator)
}

/**
 * A number or duration with the other sign.
 *
 * @throws BadRequest for what has no sign
 */
export function negative(of: Typed): Typed {
  if (of.type === 'Null') return NULL
  if (of.type === 'Record' || (of.type !== 'Duration' && !isNumber(of.type)))
    throw new BadRequest(`Operator - needs numbers, not Edm.${of.type}`)
  if (of.kind !== 'literal') return { kind: 'minus', of, type: of.type, isNullable: of.isNullable }
  return literal(of.type, of.text.startsWith('-') ? of.text.slice(1) : `-${of.text}`)
}
