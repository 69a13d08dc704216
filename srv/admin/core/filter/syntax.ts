import type { JsonPath } from './json-path.ts'

/** The parsed form of a filter: what `parseFilter` makes and `compileFilter` renders. */

export type LiteralType = 'string' | 'number' | 'boolean' | 'date' | 'time' | 'timestamp' | 'binary'

export const FUNCTIONS = [
  'lower',
  'upper',
  'length',
  'trim',
  'substring',
  'abs',
  'round',
  'coalesce',
  'year',
  'month',
  'day',
  'current_date',
  'current_timestamp',
] as const
export type FunctionName = (typeof FUNCTIONS)[number]

export type Operand =
  | { readonly type: 'column'; readonly name: string; readonly at: number }
  | { readonly type: 'literal'; readonly literal: LiteralType; readonly text: string; readonly at: number }
  | { readonly type: 'path'; readonly column: string; readonly path: JsonPath; readonly at: number }
  | { readonly type: 'call'; readonly name: FunctionName; readonly args: readonly Operand[]; readonly at: number }

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>='

export type Predicate =
  | { readonly type: 'and' | 'or'; readonly parts: readonly Predicate[] }
  | { readonly type: 'not'; readonly part: Predicate }
  | { readonly type: 'compare'; readonly operator: Comparison; readonly left: Operand; readonly right: Operand }
  | {
      readonly type: 'like'
      readonly operand: Operand
      /** `%` and `_` are wildcards; a `\` before one of these or itself makes it an ordinary character. */
      readonly pattern: string
      readonly negated: boolean
      /** Letter case does not count. */
      readonly isCaseBlind?: boolean
    }
  | { readonly type: 'in'; readonly operand: Operand; readonly list: readonly Operand[]; readonly negated: boolean }
  | {
      readonly type: 'between'
      readonly operand: Operand
      readonly low: Operand
      readonly high: Operand
      readonly negated: boolean
    }
  | { readonly type: 'null'; readonly operand: Operand; readonly negated: boolean }
  | { readonly type: 'nan'; readonly operand: Operand; readonly negated: boolean }
  /** A column of lists has the value. */
  | { readonly type: 'any'; readonly value: Operand; readonly column: string; readonly at: number }
  | { readonly type: 'truth'; readonly operand: Operand }
