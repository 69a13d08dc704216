import { worst } from '../../../core/check-history.ts'
import type { FileCheck } from '../../../core/check-files/read-check-file.ts'
import { type Severity, ruleError } from '../../../core/rules/rule.ts'
import { AdminError } from '../../../core/errors.ts'
import { differingRows, findDifferences } from '../../comparison/find-differences.ts'
import { planComparison } from '../../comparison/plan-comparison.ts'
import type { JsonObject, ResolvedTable, SessionContext } from '../../operation.ts'
import { errorOf, type Judged, resultOf, type Status, statusOf } from '../../validation/report.ts'
import { planRules } from '../../validation/plan-rules.ts'
import { validate, type ValidationInput } from '../../validation/validate.ts'

/** What was found out about a table. */
export type CheckedTable = JsonObject & {
  readonly status: 'pass' | 'warn' | 'fail' | 'error'
  readonly checks: number
  readonly failed: readonly JsonObject[]
}

/** Rows of a table, by some of its checks. */
interface Part {
  readonly judged: readonly { readonly status: Status; readonly told: JsonObject }[]
  readonly rows: number
  readonly invalidRows: number
  readonly errors: readonly JsonObject[]
}

/**
 * Checks a table against what catalog and model say, if that is wanted, and against the checks of the application's own.
 *
 * @param own those of the table.
 */
export const checkTable = async (
  context: SessionContext,
  table: ResolvedTable,
  {
    isOfModel,
    own,
    maxErrors,
    passing,
  }: {
    readonly isOfModel: boolean
    readonly own: readonly FileCheck[]
    readonly maxErrors: number
    readonly passing: boolean
  },
): Promise<CheckedTable> => {
  const rules = own.flatMap(({ rule }) => rule ?? [])
  try {
    const parts = [
      ...(isOfModel ? [await check(context, table, { isStated: true, maxErrors }, [])] : []),
      ...(rules.length > 0 ? [await check(context, table, { rules, maxErrors }, own)] : []),
      ...(await compareOwn(context, table, own)),
    ]
    const judged = parts.flatMap((part) => part.judged)
    return {
      ...{ table: table.name, checks: judged.length, status: worst(judged.map(({ status }) => status)) },
      rows: parts[0]?.rows ?? null,
      invalidRows: Math.max(...parts.map(({ invalidRows }) => invalidRows)),
      failed: judged.filter(({ status }) => status !== 'pass').map(({ told }) => told),
      ...(passing && { passed: judged.filter(({ status }) => status === 'pass').map(({ told }) => told) }),
      errors: parts.flatMap(({ errors }) => errors).slice(0, maxErrors),
    }
  } catch (error) {
    // More rules than are checked at once; the other tables are checked all the same.
    if (!(error instanceof AdminError) || error.code !== 'LIMIT_TOO_LARGE') throw error
    const unread = { checks: 0, rows: null, invalidRows: null, failed: [], errors: [] }
    return { table: table.name, status: 'error', ...unread, reason: error.details }
  }
}

const check = async (
  context: SessionContext,
  table: ResolvedTable,
  input: ValidationInput,
  own: readonly FileCheck[],
): Promise<Part> => {
  const { validation, findings, judged } = await validate(context, table, input).catch(async (error: unknown) => {
    await refuseUnknown(context, table, own)
    throw error
  })
  return {
    judged: judged.map((each) => ({ status: statusOf(each), told: tell(each, own) })),
    rows: findings.totalRows,
    invalidRows: findings.invalidRows,
    errors: findings.failures.map((failure) => {
      const { rule, severity: _, ...error } = errorOf(validation, failure)
      return { check: rule as string, ...error }
    }),
  }
}

/** @throws AdminError `INVALID_RULE` with the place of the first check that names what is not there. */
const refuseUnknown = async (
  context: SessionContext,
  table: ResolvedTable,
  own: readonly FileCheck[],
): Promise<void> => {
  for (const { rule } of own) if (rule) await planRules(context, table, [rule], false).catch(refusedAt(rule.at))
}

/** Has an error name the check that has led to it. */
const refusedAt =
  (at: string) =>
  (error: unknown): never => {
    if (!(error instanceof AdminError) || error.status === 500 || error.details.includes(at)) throw error
    throw ruleError(at, error.details)
  }

/** Tables that have to hold the same rows as others. */
const compareOwn = async (
  context: SessionContext,
  { schema: schema1, name: table1 }: ResolvedTable,
  own: readonly FileCheck[],
): Promise<Part[]> => {
  const parts: Part[] = []
  for (const { id, comparison, name, severity, owner, at } of own) {
    if (!comparison) continue
    const { table: table2, schema: schema2 = schema1, keyColumns, columns } = comparison
    const given = { schema1, table1, schema2, table2, ...(keyColumns && { keyColumns: [...keyColumns] }) }
    const text = { ignoreCase: false, trim: false }
    const planned = await planComparison(context, given, columns, text).catch(refusedAt(at))
    const findings = await findDifferences(context.session, planned, 0)
    const [failed, rows] = [differingRows(findings), findings.keyed?.counts.rows1 ?? findings.whole?.counts.rows1 ?? 0]
    const { onlyLeft, onlyRight } = planned.columns
    const isSame = failed === 0 && (columns !== undefined || onlyLeft.length + onlyRight.length === 0)
    const status = isSame ? 'pass' : severity === 'warn' ? 'warn' : 'fail'
    const told = {
      ...{ name: name ?? `same rows as ${table2}`, column: null, rule: 'sameRows', severity: toldSeverity(severity) },
      ...{
        status,
        checked: rows,
        failed,
        failedPercent: rows === 0 ? null : Number(((100 * failed) / rows).toFixed(4)),
      },
      ...{ id, owner, at },
    }
    parts.push({ judged: [{ status, told }], rows, invalidRows: failed, errors: [] })
  }
  return parts
}

const toldSeverity = (severity: Severity): string => (severity === 'warn' ? 'warning' : 'error')

const tell = (judged: Judged, own: readonly FileCheck[]): JsonObject => {
  const { severity, inferred: _, ...told } = resultOf(judged)
  const mine = own.find(({ rule }) => rule === judged.planned.rule)
  return {
    ...told,
    severity: toldSeverity(severity as Severity),
    ...(mine && { id: mine.id, owner: mine.owner, at: mine.at }),
  }
}
