import { constant, type Operand, type Token } from '../../../cap/csn.ts'
import { BadRequest } from '../../protocol/errors.ts'
import { CDS_TYPES, isNumber, rangeOf } from '../../meaning/edm.ts'
import type { Literal, Typed, Row } from '../../meaning/nodes.ts'
import { type Place, refTo } from './links.ts'
import { numberOf } from '../../meaning/numbers.ts'

/**
 * Arithmetic of OData in terms that SQLite, PostgreSQL and HANA calculate alike. Division by zero gives null. Each
 * operand is named once: what would take one of them more often is a function of engine-functions.ts.
 */

const same = (operand: Operand): Operand => ({ func: 'same', args: [operand] })

/** An operand in an expression of its own. A literal is not alone there: within a lambda CAP takes such for a key. */
const alone = (operand: Operand): Operand => ({ xpr: [operand.val === undefined ? operand : same(operand)] })

/** An operand cast to a type of the model. CAP forgets the cast of expressions and queries within others, and not that of a function. */
export const asType = (operand: Operand, type: string): Operand => {
  const kept = operand.ref || operand.func ? operand : same(operand)
  return { xpr: [{ ...kept, cast: { type } }] }
}
// Databases that infer the type of a parameter from its neighbour would refuse 1.5 next to a whole number.
// As text a literal does not become a double on the way, which would make doubles of whole numbers that it is added to.
export const numeric = (operand: Operand): Operand => {
  if (operand.xpr || operand.func) return operand
  if (operand.ref || operand.SELECT) return asType(operand, 'cds.Decimal')
  const val = typeof operand.val === 'number' ? String(operand.val) : operand.val
  return { ...operand, val, cast: { type: 'cds.Decimal' } }
}
const OF_NUMBERS: ReadonlySet<string> = new Set(['later', 'laterday', 'round', 'floor', 'ceiling', 'whole'])

/** Whether databases would have to guess the type of an argument of a function of numbers. */
const isGuessed = (name: string, { kind, type }: Typed): boolean =>
  OF_NUMBERS.has(name) && (type === 'Duration' || (kind === 'literal' && isNumber(type)))

/** An argument of a function. */
export const argumentOf = (name: string, arg: Typed, operand: Operand): Operand => {
  // CAP's concat writes expressions before functions, whatever their order: parameters would change places.
  if (name === 'concat' && !operand.xpr) return alone(operand)
  return isGuessed(name, arg) ? numeric(operand) : operand
}

export const isDouble = ({ type }: Typed): boolean => type === 'Double' || type === 'Single'

/** What arithmetic is done with. Of two parameters without a type databases do not know what to add. */
export const termOf = (part: Typed, operand: Operand): Operand => {
  if (!isDouble(part)) return numeric(operand)
  return part.kind === 'literal' ? { ...operand, cast: { type: 'cds.Double' } } : operand
}

const notZero = (operand: Operand): Operand => ({ func: 'nullif', args: [operand, constant(0)] })
export const minus = (left: Operand, right: Operand): Operand => ({ xpr: [left, '-', right] })

/** The result of an operator, `modby` being that of decimals; `areDoubles` where an operand is one. */
export function arithmetic(name: string, left: Operand, right: Operand, areDoubles: boolean): Operand {
  if (areDoubles && name === 'divby') return { xpr: [asType(left, 'cds.Double'), '/', notZero(right)] }
  switch (name) {
    case 'add':
      return { xpr: [left, '+', right] }
    case 'sub':
      return minus(left, right)
    case 'mul':
      return { xpr: [left, '*', right] }
    default:
      return { func: name, args: [left, right] }
  }
}

/** The first value whose condition is true. Literals among them have a type, which databases would have to guess. */
export function firstOf(
  { of, type }: Typed & { readonly kind: 'case' },
  place: Place,
  toCondition: (when: Typed, place: Place) => Token[],
  toOperand: (then: Typed, place: Place) => Operand,
): Operand {
  const cdsType = `cds.${CDS_TYPES[type]}`
  const value = (then: Typed): Operand => {
    const operand = toOperand(then, place)
    if (then.kind !== 'literal') return operand
    return type === 'Boolean' ? { ...operand, param: false } : asType(operand, cdsType)
  }
  const choices = of.flatMap(([when, then]): Token[] => ['when', ...toCondition(when, place), 'then', value(then)])
  return asType({ xpr: ['case', ...choices, 'end'] }, cdsType)
}

/** Digits that a number of JavaScript keeps. */
const DIGITS = 15

/** A number as columns of its type are compared with it; beside what is computed it has a type of its own. */
function numberOperand(text: string, beside: Typed | undefined): Operand {
  const value = numberOf(text)
  if (!Number.isFinite(value)) throw new BadRequest(`${text} is no number to calculate with`)
  const hasManyDigits = text.replace(/\D/g, '').replace(/^0+/, '').length > DIGITS
  const isKeptAsText = beside?.kind === 'property' && (beside.type === 'Decimal' || beside.type === 'Int64')
  if (isKeptAsText) return { val: text, ...(hasManyDigits && { literal: 'number' }) }
  if (beside && isDouble(beside)) return { val: value }
  // Of what is computed databases have types of their own, which a number may not fit.
  const isComputed = beside !== undefined && beside.kind !== 'property' && beside.kind !== 'column'
  const isSmall = Number.isInteger(value) && Math.abs(value) < 2 ** 31
  return hasManyDigits || (isComputed && !isSmall) ? numeric({ val: text }) : { val: value }
}

/** A literal as databases take it, beside what it is compared with. */
export function literalOperand({ type, text }: Literal, beside: Typed | undefined): Operand {
  if (type === 'Boolean') return { val: text === 'true' }
  if (type === 'Duration' || type === 'Decimal' || type === 'Double' || type === 'Single' || rangeOf(type))
    return numberOperand(text, beside)
  return type === 'Binary' ? { func: 'bytes', args: [{ val: text }] } : { val: text }
}

/**
 * Collections of values, which are kept as JSON in a column: SQL looks into them by functions of the engine, within the
 * query that has the column.
 */

const word = (val: string): Operand => ({ val, param: false })

const countValues = (place: Place | undefined): number =>
  place ? (place.values?.size ?? 0) + countValues(place.around) : 0

/** The place within a lambda or a count over values. */
export const withinValues = (place: Place, row: Row): Place => ({
  ...place,
  values: new Map([...(place.values ?? []), [row, `item${String(countValues(place) + 1)}`]]),
})

const nameOf = (row: Row, place: Place): string => {
  for (let at: Place | undefined = place; at; at = at.around) {
    const name = at.values?.get(row)
    if (name !== undefined) return name
  }
  throw new BadRequest(`${row.name || 'A value'} cannot be referred to here`)
}

/** A value, or a part of it. */
export const itemOperand = ({ row, path, type }: Typed & { readonly kind: 'item' }, place: Place): Operand => ({
  func: 'item',
  args: [nameOf(row, place), type, ...path].map(word),
})

/**
 * Whether there is a value of which a condition holds, or how many there are.
 *
 * @param inner - the place of the condition
 */
export const ofValues = (
  func: 'anyitem' | 'countitems',
  { over, each }: Typed & { readonly kind: 'any' | 'all' | 'count' },
  inner: Place,
  where: readonly Token[] | undefined,
): Operand => ({
  func,
  args: [refTo(over, inner), word(nameOf(each, inner)), ...(where ? [{ xpr: [...where] }] : [])],
})

/** Conditions put together by one word. */
export const chained = (parts: readonly Token[][], word: 'and' | 'or'): Token[] =>
  parts.flatMap((tokens, index) => {
    const part = word === 'and' && tokens.includes('or') ? [{ xpr: tokens }] : tokens
    return index ? [word, ...part] : part
  })
