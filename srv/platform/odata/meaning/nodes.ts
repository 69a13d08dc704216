/** The tree of an expression whose every name has been found in the model, and every part has a type. */
import type { Element, Entity } from '../../cap/csn.ts'
import type { ARITHMETIC, COMPARISONS } from '../url/nodes.ts'
import { BadRequest } from '../protocol/errors.ts'
import type { EdmType } from './edm.ts'

/** What names are of: the records of an entity, or the columns of a result. */
export interface Row {
  /** What the URL calls it: `$it`, or the variable of a lambda. */
  readonly name: string
  /** Absent for values that are no records. */
  readonly entity?: Entity | undefined
  /** What each value of a collection of values is. */
  readonly value?: Element | undefined
}

export type Comparison = (typeof COMPARISONS)[number]
export type Arithmetic = (typeof ARITHMETIC)[number]

interface Value {
  readonly type: EdmType
  readonly isNullable: boolean
}

/** A way from a row over links to one record, and at its end a property, a record or a collection. */
export interface Way {
  readonly row: Row
  readonly path: readonly Element[]
}

export type Null = { readonly kind: 'null'; readonly type: 'Null'; readonly isNullable: true }
/** In the one form that databases compare: GUIDs in lower case, moments in UTC, numbers without exponent, durations in seconds. */
export type Literal = { readonly kind: 'literal'; readonly text: string } & Value
/** A record, which can be compared with null only. */
export type ToRecord = { readonly kind: 'record'; readonly type: 'Record'; readonly isNullable: boolean } & Way

/** Of the database's functions, and of those that mean what OData has operators for. */
export type Call = { readonly kind: 'call'; readonly name: string; readonly args: readonly Typed[] } & Value

/** A condition, and the value where it is true. */
export type Choice = readonly [when: Typed, then: Typed]

export type Typed =
  | Null
  | Literal
  | ({ readonly kind: 'property' } & Way & Value)
  /** A column of a result, by its name in the query. */
  | ({ readonly kind: 'column'; readonly name: string; readonly cdsType: string } & Value)
  | ToRecord
  /** A value of a collection of values, or a part of it, by the names that lead there. */
  | ({ readonly kind: 'item'; readonly row: Row; readonly path: readonly string[] } & Value)
  | ({
      readonly kind: 'arithmetic'
      readonly operator: Arithmetic
      readonly left: Typed
      readonly right: Typed
    } & Value)
  | ({ readonly kind: 'minus'; readonly of: Typed } & Value)
  /** The first value whose condition is true. */
  | ({ readonly kind: 'case'; readonly of: readonly Choice[] } & Value)
  | Call
  | ({ readonly kind: 'cast'; readonly of: Typed } & Value)
  | ({
      readonly kind: 'comparison'
      readonly operator: Comparison
      readonly left: Typed
      readonly right: Typed
    } & Value)
  | ({ readonly kind: 'in'; readonly of: Typed; readonly list: readonly Literal[] } & Value)
  | ({ readonly kind: 'and' | 'or'; readonly of: readonly Typed[] } & Value)
  | ({ readonly kind: 'not'; readonly of: Typed } & Value)
  /** Whether there is a row for which a condition is true; of `all`, whether there is none for which it is not. */
  | ({
      readonly kind: 'any' | 'all'
      readonly over: Way
      readonly each: Row
      readonly of?: Typed | undefined
    } & Value)
  /** How many there are, of which a condition holds if there is one; or what `result` makes of an expression about each. */
  | ({
      readonly kind: 'count'
      readonly over: Way
      readonly each: Row
      readonly of?: Typed | undefined
      readonly result?: { readonly method: string; readonly of: Typed }
    } & Value)

export const NULL: Null = { kind: 'null', type: 'Null', isNullable: true }

export const literal = (type: EdmType, text: string): Literal => ({ kind: 'literal', type, text, isNullable: false })
export const truth = (value: boolean): Literal => literal('Boolean', String(value))

export const comparison = (operator: Comparison, left: Typed, right: Typed): Typed => ({
  kind: 'comparison',
  operator,
  left,
  right,
  type: 'Boolean',
  isNullable: false,
})

export const call = (name: string, args: readonly Typed[], type: EdmType): Call => ({
  kind: 'call',
  name,
  args,
  type,
  isNullable: args.some((arg) => arg.isNullable),
})

/** Conditions put together; one by itself stays what it is. */
export const joined = (kind: 'and' | 'or', of: readonly Typed[]): Typed => {
  const [only, ...more] = of.flatMap((part) => (part.kind === kind ? part.of : [part]))
  if (!only) return truth(kind === 'and')
  if (!more.length) return only
  return { kind, of: [only, ...more], type: 'Boolean', isNullable: [only, ...more].some((part) => part.isNullable) }
}

/** The expressions that one is directly made of; of those about other rows nothing. */
export const partsOf = (typed: Typed): readonly Typed[] => {
  switch (typed.kind) {
    case 'comparison':
    case 'arithmetic':
      return [typed.left, typed.right]
    case 'and':
    case 'or':
      return typed.of
    case 'call':
      return typed.args
    case 'case':
      return typed.of.flat()
    case 'not':
    case 'minus':
    case 'cast':
    case 'in':
      return [typed.of]
    default:
      return []
  }
}

/** Operators, functions, names and literals of an expression: names that stand for others would make it grow without end. */
const LARGEST = 1000

/** Counts no further than to the limit: the same part may be in an expression very often. */
const sizeOf = (typed: Typed, before = 0): number => {
  if (before > LARGEST) return before
  const rows = 'each' in typed ? typed : undefined
  const inner = rows ? [rows.of, 'result' in rows ? rows.result?.of : undefined] : partsOf(typed)
  return inner.reduce((sum, part) => (part ? sizeOf(part, sum) : sum), before + 1)
}

/** @throws BadRequest for what has become too large by the names that are written out in it */
export function checkSize(typed: Typed): Typed {
  if (sizeOf(typed) > LARGEST) throw new BadRequest('The expression is too large.', 'EXPRESSION_TOO_LARGE')
  return typed
}
