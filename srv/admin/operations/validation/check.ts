import type { Predicate } from '../../core/filter/syntax.ts'
import type { Rule } from '../../core/rules/rule.ts'
import type { ColumnMetadata } from '../../dialects/metadata.ts'
import type { ResolvedTable } from '../operation.ts'
import type { ValueTest } from './value-test.ts'

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
