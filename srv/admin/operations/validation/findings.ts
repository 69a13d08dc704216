import type { JsonValue } from '../../core/values.ts'
import type { ColumnMetadata } from '../../dialects/metadata.ts'
import type { SessionContext } from '../operation.ts'
import type { Outcome, PlannedRule } from './check.ts'
import type { Scope } from './scan-writer.ts'

/** What a validation works on. */
export interface Validation {
  readonly context: SessionContext
  readonly scope: Scope
  /** Rules about rows. */
  readonly rules: readonly PlannedRule[]
  /** The key and what the rules are about. */
  readonly columns: readonly ColumnMetadata[]
  readonly maxErrors: number
  readonly stopsOnFirstError: boolean
}

/** A row that fails a rule. */
export interface Failure {
  /** Position of the rule. */
  readonly rule: number
  /** The values of the validation's columns. */
  readonly values: readonly JsonValue[]
}

export interface Findings {
  readonly totalRows: number
  /** Rows that fail a rule of severity `error`. */
  readonly invalidRows: number
  readonly outcomes: readonly Outcome[]
  readonly failures: readonly Failure[]
  /** False when it was stopped on the first error. */
  readonly isComplete: boolean
}

/** Characters of a value that an answer shows. */
export const SHOWN = 1_000

/** A sample whose texts are cut one character behind what is shown, so that the cut can be told. */
export const toFailure = (rule: number, values: readonly JsonValue[]): Failure => ({
  rule,
  values: values.map((value) => (typeof value === 'string' ? value.slice(0, SHOWN + 1) : value)),
})
