import { constant, type Operand, type Token } from '../../../cap/csn.ts'
import { CDS_TYPES, isNumber, rangeOf } from '../../meaning/edm.ts'
import type { Comparison, Typed } from '../../meaning/nodes.ts'
import {
  argumentOf,
  arithmetic,
  asType,
  chained,
  firstOf,
  isDouble,
  literalOperand,
  minus,
  numeric,
  termOf,
  itemOperand,
  ofValues,
  withinValues,
} from './operands.ts'
import { byKey, isPlain, lacksName, linked, type Place, recordOperand, refTo, within } from './links.ts'

/**
 * What typed expressions are in CQN. Of null there is one meaning, which is decided here: comparisons are true or false of
 * it, functions of null are null, and what is null is neither true nor false.
 */

type Kind<Name extends Typed['kind']> = Typed & { readonly kind: Name }

/** CQN's operators, and those that hold where another one does not. */
const OPERATORS: Readonly<Record<Comparison, readonly [operator: string, opposite: Comparison]>> = {
  ...{ eq: ['=', 'ne'], ne: ['!=', 'eq'], gt: ['>', 'le'], ge: ['>=', 'lt'], lt: ['<', 'ge'], le: ['<=', 'gt'] },
}

/** These are conditions in SQL. */
const CONDITIONS: ReadonlySet<string> = new Set(['contains', 'endswith', 'matchespattern', 'startswith'])

/** Of every row, or of none. */
const decided = (value: boolean): Token[] => [{ val: true }, '=', { val: value }]

/** Written once and twice is the same to databases; everything else would grow by itself in chains. */
const isShort = ({ kind }: Typed): boolean => ['property', 'literal', 'column', 'record', 'null', 'item'].includes(kind)

const isNull = (operand: Operand): Token[] => [operand, '=', { val: null }]

/**
 * The tokens of a condition that holds where an expression is true, or where it is false.
 *
 * @param orNull - whether it holds as well where the expression is neither
 */
export function toCondition(typed: Typed, place: Place, wanted = true, orNull = false): Token[] {
  if (lacksName(typed, place)) return byKey(place, (named) => toCondition(typed, named, wanted, orNull))
  switch (typed.kind) {
    case 'null':
      return decided(orNull)
    case 'literal':
      return decided((typed.text === 'true') === wanted)
    case 'not':
      return toCondition(typed.of, place, !wanted, orNull)
    case 'and':
    case 'or': {
      const word = (typed.kind === 'and') === wanted ? 'and' : 'or'
      const parts = typed.of.map((part) => toCondition(part, place, wanted, orNull))
      return chained(parts, word)
    }
    case 'comparison':
      return compared(typed, place, wanted)
    case 'in':
      return among(typed, place, wanted)
    case 'any':
      return [...(wanted ? [] : ['not']), ...someOf(typed, place, true, false)]
    case 'all':
      return [...(wanted ? ['not'] : []), ...someOf(typed, place, false, true)]
    default:
      return truth(typed, toOperand(typed, place), wanted, orNull)
  }
}

/** A value that is true or false, or neither. */
function truth(typed: Typed, operand: Operand, wanted: boolean, orNull: boolean): Token[] {
  if (orNull && typed.isNullable) return [operand, '!=', { val: !wanted }]
  if (typed.kind === 'call' && CONDITIONS.has(typed.name)) return wanted ? [operand] : ['not', operand]
  return [operand, '=', { val: wanted }]
}

/** CAP takes what is a key, or mandatory, for never null, also where the way to it may lead to nothing. */
function mayBeMissing(typed: Typed, operand: Operand): Operand {
  const last = typed.kind === 'property' && typed.path.length > 1 ? typed.path.at(-1) : undefined
  const isFixed = last && !last.virtual && (last.key === true || last.notNull === true)
  return isFixed ? { xpr: [operand] } : operand
}

function compared({ operator, left, right }: Kind<'comparison'>, place: Place, wanted: boolean): Token[] {
  const actual = wanted ? operator : OPERATORS[operator][1]
  const [a, b] = [toOperand(left, place, right), toOperand(right, place, left)]
  const [sign] = OPERATORS[actual]
  if (right.kind === 'null') return [a, sign, { val: null }]
  if (actual === 'ne') return [mayBeMissing(left, a), sign, mayBeMissing(right, b)]
  const areShort = isShort(left) && isShort(right)
  if (actual === 'eq') {
    if (!left.isNullable || !right.isNullable) return [a, sign, b]
    if (!areShort) return ['not', { xpr: [a, '!=', b] }]
    return [{ xpr: [a, sign, b, 'or', { xpr: [...isNull(a), 'and', ...isNull(b)] }] }]
  }
  if (wanted) return [a, sign, b]
  if (!areShort) return [{ xpr: [a, OPERATORS[operator][0], b] }, '!=', { val: true }]
  const missing = [left, right].flatMap((part, index) => (part.isNullable ? [isNull(index ? b : a)] : []))
  return missing.length ? [{ xpr: chained([[a, sign, b], ...missing], 'or') }] : [a, sign, b]
}

function among({ of, list }: Kind<'in'>, place: Place, wanted: boolean): Token[] {
  const operand = toOperand(of, place)
  const found: Token[] = [operand, 'in', { list: list.map((item) => toOperand(item, place, of)) }]
  if (wanted) return found
  if (!isShort(of)) return [{ xpr: found }, '!=', { val: true }]
  return of.isNullable ? [{ xpr: ['not', { xpr: found }, 'or', ...isNull(operand)] }] : ['not', { xpr: found }]
}

/** Whether a collection has something of which a condition holds, or does not. */
function someOf(typed: Kind<'any' | 'all'>, place: Place, wanted: boolean, orNull: boolean): Token[] {
  const { each, of } = typed
  if (!each.value) return ['exists', rowsOf(typed, place, wanted, orNull)]
  const inner = withinValues(place, each)
  return [ofValues('anyitem', typed, inner, of && toCondition(of, inner, wanted, orNull))]
}

/** Rows behind links: as CAP has them where they can be told from by themselves, and else as a query of their own. */
function rowsOf(typed: Kind<'any' | 'all'>, place: Place, wanted: boolean, orNull: boolean): Operand {
  const { over, each, of } = typed
  if (over.row === place.row && isPlain(typed)) {
    const names = over.path.map(({ name }) => name)
    const id = names.pop() ?? ''
    const where = of && toCondition(of, { row: each }, wanted, orNull)
    return { ref: [...names, { id, ...(where && { where }) }] }
  }
  const inner = within(place, each)
  return { SELECT: linked(over, inner, [{ ...constant(1), as: 'n' }], of && toCondition(of, inner, wanted, orNull)) }
}

/**
 * An expression as an operand.
 *
 * @param beside - what it is compared with
 */
export function toOperand(typed: Typed, place: Place, beside?: Typed): Operand {
  switch (typed.kind) {
    case 'null':
      return { val: null }
    case 'literal':
      return literalOperand(typed, beside)
    case 'column':
      return { ref: [typed.name] }
    case 'property':
      return refTo(typed, place)
    case 'record':
      return recordOperand(typed, place)
    case 'item':
      return itemOperand(typed, place)
    case 'arithmetic':
      return calculated(typed, place)
    case 'minus':
      return minus(constant(0), numeric(toOperand(typed.of, place)))
    case 'case':
      return firstOf(typed, place, toCondition, toOperand)
    case 'cast':
      return asType(toOperand(typed.of, place), `cds.${CDS_TYPES[typed.type]}`)
    case 'call':
      return { func: typed.name, args: typed.args.map((arg) => argumentOf(typed.name, arg, toOperand(arg, place))) }
    case 'count': {
      if (typed.each.value) {
        const values = withinValues(place, typed.each)
        return ofValues('countitems', typed, values, typed.of && toCondition(typed.of, values))
      }
      const inner = within(place, typed.each)
      const where = typed.of && toCondition(typed.of, inner)
      const { method, of } = typed.result ?? { method: 'count' }
      const value = of ? toOperand(of, inner) : constant(1)
      const result = { SELECT: linked(typed.over, inner, [{ func: method, args: [value], as: 'n' }], where) }
      return isNumber(typed.type) ? { xpr: [result, '+', asType(constant(0), 'cds.Decimal')] } : result
    }
    default:
      return choice(typed, place)
  }
}

/** A condition where a value is needed. */
function choice(typed: Typed, place: Place): Operand {
  const value = (wanted: boolean): Operand => ({ val: wanted, param: false })
  const when = (wanted: boolean): Token[] => ['when', ...toCondition(typed, place, wanted), 'then', value(wanted)]
  return { xpr: [{ xpr: ['case', ...when(true), ...when(false), 'end'], cast: { type: 'cds.Boolean' } }] }
}

function calculated({ operator, left, right }: Kind<'arithmetic'>, place: Place): Operand {
  const [a, b] = [left, right].map((part) => termOf(part, toOperand(part, place))) as [Operand, Operand]
  const isWhole = [left, right].every(({ type }) => rangeOf(type))
  const name = isWhole ? operator : operator === 'div' ? 'divby' : operator === 'mod' ? 'modby' : operator
  return arithmetic(name, a, b, isDouble(left) || isDouble(right))
}
