import { RE2JS } from 're2js'
import type { Predicate } from '../../core/filter/syntax.ts'
import type { Rule, Format } from '../../core/rules/rule.ts'
import type { ColumnMetadata } from '../../dialects/metadata.ts'
import type { ResolvedTable } from '../operation.ts'
import { FORMAT_CHECKS, isNumeric } from '../../core/formats.ts'
import type { JsonValue } from '../../core/values.ts'

/** How a rule is checked. */
export type Check =
  /** By the engine, row by row. A rule for nulls looks at every row, others where no column is null. */
  | { readonly type: 'predicate'; readonly fails: Predicate; readonly looksAtNull: boolean }
  /** By the engine: rows that share their values. */
  | { readonly type: 'duplicates' }
  /** By the engine: rows whose values the parent has not. */
  | { readonly type: 'orphans'; readonly parent: ResolvedTable; readonly parentColumns: readonly ColumnMetadata[] }
  /** Here, value by value. */
  | { readonly type: 'value'; readonly test: ValueTest }
  /** Of the table as a whole. */
  | { readonly type: 'rowCount'; readonly min?: number; readonly max?: number }
  /** Not at all: an inferred rule that this database or its catalog does not allow for. */
  | { readonly type: 'impossible'; readonly reason: string }

/** What a scan says of a row and a rule: the rule is not about the row, or the row passes, or it fails. */
export const STATE = { notChecked: 0, passes: 1, fails: 2 } as const

/** A rule that is ready to be checked. */
export interface PlannedRule {
  /** Unique among the rules of a request. */
  readonly name: string
  readonly rule: Rule
  readonly isInferred: boolean
  readonly columns: readonly ColumnMetadata[]
  readonly check: Check
  /** The rows that the rule is about; null for all. */
  readonly where: Predicate | null
  /** What is wrong with a row that fails. */
  readonly message: string
}

/** What was found out about a rule. */
export interface Outcome {
  checked: number
  failed: number
  /** Why the rule could not be checked. */
  problem?: string
}

/** A test of single values that is the same on every engine, as data. */
export type ValueTest =
  | { readonly type: 'format'; readonly format: Format }
  /** Matches anywhere in the text unless the expression says otherwise. */
  | { readonly type: 'pattern'; readonly regex: string }
  /** Of texts: as numbers when the bounds are numbers, else by code points. */
  | { readonly type: 'range'; readonly min?: string; readonly max?: string }

type Passes = (value: Exclude<JsonValue, null>) => boolean

/**
 * Makes the test. Patterns are matched in time that grows with the text, whatever they say.
 *
 * @throws Error saying why a pattern is not accepted.
 */
export const compileTest = (test: ValueTest): Passes => {
  switch (test.type) {
    case 'format':
      return FORMAT_CHECKS[test.format]
    case 'pattern': {
      const expression = RE2JS.compile(test.regex)
      return (value) => expression.test(String(value))
    }
    case 'range':
      return rangeTest(test.min, test.max)
  }
}

const rangeTest = (min: string | undefined, max: string | undefined): Passes => {
  const bounds = [min, max].filter((bound) => bound !== undefined)
  if (bounds.every(isNumeric)) {
    const [low, high] = [min === undefined ? -Infinity : Number(min), max === undefined ? Infinity : Number(max)]
    return (value) => isNumeric(String(value)) && Number(value) >= low && Number(value) <= high
  }
  const bytes = (text: string): Buffer => Buffer.from(text)
  const [low, high] = [min, max].map((bound) => (bound === undefined ? undefined : bytes(bound)))
  return (value) => {
    const text = bytes(String(value))
    return (!low || Buffer.compare(text, low) >= 0) && (!high || Buffer.compare(text, high) <= 0)
  }
}
