import type { JsonValue } from '../../core/values.ts'
import { maskingOf } from '../masking.ts'
import type { JsonObject } from '../operation.ts'
import type { Outcome, PlannedRule } from './check.ts'
import { type Failure, type Findings, SHOWN, type Validation } from './findings.ts'
import { primaryKey } from '../../core/primary-key.ts'

/** A rule with what was found out about it. */
export interface Judged {
  readonly planned: PlannedRule
  readonly outcome: Outcome
}

export type Status = 'pass' | 'warn' | 'fail' | 'error'

export const statusOf = ({ planned: { rule }, outcome }: Judged): Status => {
  const { checked, failed, problem } = outcome
  if (problem !== undefined) return 'error'
  const { mostly, maxFailures, severity } = rule
  const isTolerant = mostly !== undefined || maxFailures !== undefined
  const isTolerable =
    (mostly === undefined || checked - failed >= mostly * checked) &&
    (maxFailures === undefined || failed <= maxFailures)
  if (failed === 0 || (isTolerant && isTolerable)) return 'pass'
  return severity === 'warn' ? 'warn' : 'fail'
}

/** Every rule of severity `error` was checked and passes. */
export const isValid = (judged: readonly Judged[]): boolean =>
  judged.every((each) => each.planned.rule.severity === 'warn' || statusOf(each) === 'pass')

/** One entry of `results`. */
export const resultOf = (judged: Judged): JsonObject => {
  const { planned, outcome } = judged
  const { name, rule, isInferred, columns } = planned
  const { checked, failed, problem } = outcome
  return {
    name,
    column: columns.length === 1 ? (columns[0]?.name ?? null) : null,
    ...(columns.length > 1 && { columns: columns.map((column) => column.name) }),
    rule: rule.condition.rule,
    severity: rule.severity,
    inferred: isInferred,
    status: statusOf(judged),
    checked,
    failed,
    failedPercent: failedPercent(judged),
    ...(problem !== undefined && { reason: problem }),
  }
}

/** A number of rows is right or not, however many these are. */
const failedPercent = ({ planned: { rule }, outcome: { checked, failed } }: Judged): number | null => {
  const cases = rule.condition.rule === 'rowCount' ? 1 : checked
  return cases === 0 ? null : Number(((100 * failed) / cases).toFixed(4))
}

/** One entry of `errors`. Sensitive values are shown to administrators only. */
export const errorOf = (validation: Validation, failure: Failure): JsonObject => {
  const { context, scope, rules, columns } = validation
  const planned = rules[failure.rule]
  const { show } = maskingOf(context, scope.table)
  const valueOf = (name: string): JsonValue => {
    const value = show(name, failure.values[columns.findIndex((column) => column.name === name)] ?? null)
    return isLong(value) ? value.slice(0, SHOWN) : value
  }
  const values = (names: readonly string[]): Record<string, JsonValue> =>
    Object.fromEntries(names.map((name) => [name, valueOf(name)]))
  const about = planned?.columns.map(({ name }) => name) ?? []
  const [only, ...others] = about
  return {
    rule: planned?.name ?? '',
    column: only !== undefined && others.length === 0 ? only : null,
    key: values(primaryKey(scope.table).map(({ name }) => name)),
    value: others.length > 0 ? values(about) : only === undefined ? null : valueOf(only),
    error: planned?.message ?? '',
    severity: planned?.rule.severity ?? 'error',
    ...(failure.values.some(isLong) && { valuesCut: true }),
  }
}

const isLong = (value: JsonValue): value is string => typeof value === 'string' && value.length > SHOWN

/** The counts of all rules together. */
export const totalsOf = (
  findings: Findings,
  judged: readonly Judged[],
): { totalRows: number; validRows: number; invalidRows: number; totalErrors: number; totalWarnings: number } => {
  const failed = (severity: 'error' | 'warn'): number =>
    judged
      .filter(({ planned }) => planned.rule.severity === severity)
      .reduce((sum, { outcome }) => sum + outcome.failed, 0)
  const { totalRows, invalidRows } = findings
  return {
    totalRows,
    validRows: totalRows - invalidRows,
    invalidRows,
    totalErrors: failed('error'),
    totalWarnings: failed('warn'),
  }
}
