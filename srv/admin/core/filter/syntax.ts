/** The parsed form of a filter: what `parseFilter` makes and `compileFilter` renders. */

export type LiteralType = 'string' | 'number' | 'boolean' | 'date' | 'time' | 'timestamp' | 'binary'

/** The functions, with how many arguments each takes at least and at most. */
export const FUNCTIONS = {
  lower: [1, 1],
  upper: [1, 1],
  length: [1, 1],
  trim: [1, 1],
  substring: [2, 3],
  abs: [1, 1],
  round: [1, 2],
  coalesce: [2, 10],
  year: [1, 1],
  month: [1, 1],
  day: [1, 1],
  hour: [1, 1],
  minute: [1, 1],
  second: [1, 1],
  floor: [1, 1],
  ceil: [1, 1],
  now: [0, 0],
  current_date: [0, 0],
  current_timestamp: [0, 0],
} as const
export type FunctionName = keyof typeof FUNCTIONS

/** What can be added to a date or a timestamp; to a date only what is made of days. */
export const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const
export type Unit = (typeof UNITS)[number]

export type Arithmetic = '+' | '-' | '*' | '/'

export type Operand =
  | { readonly type: 'column'; readonly name: string; readonly at: number }
  | { readonly type: 'literal'; readonly literal: LiteralType; readonly text: string; readonly at: number }
  | { readonly type: 'path'; readonly column: string; readonly path: JsonPath; readonly at: number }
  | { readonly type: 'call'; readonly name: FunctionName; readonly args: readonly Operand[]; readonly at: number }
  | {
      readonly type: 'arithmetic'
      readonly operator: Arithmetic
      readonly left: Operand
      readonly right: Operand
      readonly at: number
    }
  /** A date or a timestamp, so much later or, below 0, earlier. */
  | {
      readonly type: 'shift'
      readonly operand: Operand
      readonly amount: number
      readonly unit: Unit
      readonly at: number
    }

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
  /** A regular expression, as `readPattern` writes it, that is found anywhere in a text. */
  | { readonly type: 'matches'; readonly operand: Operand; readonly pattern: string; readonly negated: boolean }
  | { readonly type: 'in'; readonly operand: Operand; readonly list: readonly Operand[]; readonly negated: boolean }
  | {
      readonly type: 'between'
      readonly operand: Operand
      readonly low: Operand
      readonly high: Operand
      readonly negated: boolean
    }
  | { readonly type: 'null' | 'nan'; readonly operand: Operand; readonly negated: boolean }
  /** A column of lists has the value. */
  | { readonly type: 'any'; readonly value: Operand; readonly column: string; readonly at: number }
  | { readonly type: 'truth'; readonly operand: Operand }

/** From a JSON value to one within it: names of members, and positions in lists from 0. */
export type JsonPath = readonly (string | number)[]

/** What the value at the end of a path is taken for; NULL where it is something else. */
export type PathKind = 'text' | 'decimal' | 'boolean'

/** Such as `$."a"[0]`, with what JSON escapes escaped: as SQLite reads it. */
export const jsonPathText = (path: JsonPath): string =>
  `$${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${JSON.stringify(step)}`)).join('')}`
