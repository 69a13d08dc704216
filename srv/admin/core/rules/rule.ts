import { AdminError } from '../errors.ts'

/** What a validation rule says: the parsed form of both ways to write one. */

/** Rules about the form of a single value. */
export const FORMATS = ['integer', 'numeric', 'boolean', 'date', 'timestamp', 'email', 'url', 'uuid'] as const
export type Format = (typeof FORMATS)[number]

export const OPERATORS = ['=', '<>', '<', '<=', '>', '>='] as const
export type Operator = (typeof OPERATORS)[number]

/** The condition of a rule. Bounds and values are texts, read by the kind of the column that they are compared with. */
export type Condition =
  | { readonly rule: 'required' | 'notEmpty' | 'unique' | Format }
  /** In characters. */
  | { readonly rule: 'length'; readonly min?: number; readonly max?: number }
  /** In rows. */
  | { readonly rule: 'rowCount'; readonly min?: number; readonly max?: number }
  | { readonly rule: 'range'; readonly min?: string; readonly max?: string }
  | { readonly rule: 'pattern'; readonly regex: string }
  | { readonly rule: 'in' | 'notIn'; readonly values: readonly string[] }
  | {
      readonly rule: 'references'
      readonly schema?: string
      readonly table: string
      /** Absent means the primary key. */
      readonly referencedColumns?: readonly string[]
    }
  | { readonly rule: 'compare'; readonly operator: Operator; readonly other: string }
  | { readonly rule: 'expression'; readonly where: string }
export type RuleName = Condition['rule']

/** Of a request: one for each column of the widest table. */
export const MAX_RULES = 2_000

export type Severity = 'error' | 'warn'

export interface Rule {
  /** As the client spelt them; several only for `unique` and `references`, none for rules about the table. */
  readonly columns: readonly string[]
  readonly condition: Condition
  readonly severity: Severity
  /** Share of the checked rows, 0..1, that has to pass. */
  readonly mostly?: number
  /** Number of rows that may fail. */
  readonly maxFailures?: number
  /** Filter of the rows that the rule is about. */
  readonly where?: string
  readonly name?: string
  /** Where it was written, for messages: `character 12` or `rules[3]`. */
  readonly at: string
}

/** How a rule is written: how many arguments it takes, and what it is about. */
interface Shape {
  readonly about: 'column' | 'columns' | 'table'
  readonly args: readonly [min: number, max: number]
  /** The last argument is a text of its own, which may hold commas and colons. */
  readonly takesText?: true
}

const COLUMN: Shape = { about: 'column', args: [0, 0] }

export const SHAPES: Readonly<Record<RuleName, Shape>> = {
  required: COLUMN,
  notEmpty: COLUMN,
  unique: { about: 'columns', args: [0, Infinity] },
  integer: COLUMN,
  numeric: COLUMN,
  boolean: COLUMN,
  date: COLUMN,
  timestamp: COLUMN,
  email: COLUMN,
  url: COLUMN,
  uuid: COLUMN,
  length: { about: 'column', args: [2, 2] },
  range: { about: 'column', args: [2, 2] },
  pattern: { about: 'column', args: [1, 1], takesText: true },
  in: { about: 'column', args: [1, Infinity] },
  notIn: { about: 'column', args: [1, Infinity] },
  references: { about: 'columns', args: [1, 3] },
  compare: { about: 'column', args: [2, 2] },
  rowCount: { about: 'table', args: [2, 2] },
  expression: { about: 'table', args: [1, 1], takesText: true },
}
export const RULE_NAMES = Object.keys(SHAPES) as RuleName[]

/** Stands for the table where a column is expected. */
export const TABLE = '*'

/** @param at where the rule was written: `character 12` or `rules[3]`. */
export const ruleError = (at: string, problem: string): AdminError =>
  new AdminError('INVALID_RULE', `At ${at}: ${problem}`)

export const tooManyRules = (): AdminError => new AdminError('INVALID_RULE', `A request has at most ${MAX_RULES} rules`)
