import type { CheckFile } from '../core/check-files/words.ts'
import {
  MODEL,
  type Scheduled,
  type ScheduledCheck,
  type CheckFindings,
  type CheckRun,
  worst,
} from '../core/check-history.ts'
import { AdminError } from '../core/errors.ts'
import type { JsonObject } from '../operations/operation.ts'
import type { Claimed } from './claim-due.ts'

/**
 * Finds the checks that have a period.
 *
 * @param modelSeconds how often what the model says is checked; null for never.
 */
export const scheduledChecks = async (files: readonly CheckFile[], modelSeconds: number | null): Promise<Scheduled> => {
  const checks: ScheduledCheck[] = []
  const refused: string[] = []
  if (modelSeconds !== null)
    checks.push({ id: MODEL, periodSeconds: modelSeconds, schema: null, table: null, owner: null, at: null })
  if (files.length === 0) return { checks, refused }
  // What reads them is not loaded before there is any.
  const { readCheckFile } = await import('../core/check-files/read-check-file.ts')
  for (const { name, text } of files)
    try {
      for (const { id, periodSeconds, schema = null, table, owner, at } of readCheckFile(name, text))
        if (periodSeconds !== null) checks.push({ id, periodSeconds, schema, table, owner, at })
    } catch (error) {
      if (!(error instanceof AdminError)) throw error
      // The checks of other files are run all the same.
      refused.push(error.details)
    }
  return { checks, refused }
}

/** What is made by one run: checks of one table, or what the model says. */
export const groupsOf = (checks: readonly ScheduledCheck[]): ScheduledCheck[][] => [
  ...Map.groupBy(checks, ({ id, schema, table }) => (id === MODEL ? MODEL : JSON.stringify([schema, table]))).values(),
]

/** A check in the answer of runChecks. */
interface Told extends Pick<CheckFindings, 'status'> {
  readonly id?: string
  readonly name: string
  readonly rule: string
  readonly severity: string
  readonly checked: number
  readonly failed: number
  readonly reason?: string
}

/** A table in it. */
interface ToldTable extends Pick<CheckFindings, 'status'> {
  readonly table: string
  readonly rows: number | null
  readonly invalidRows: number | null
  readonly reason?: string
  readonly failed: readonly Told[]
  readonly passed?: readonly Told[]
}

/** The answer of runChecks, as far as it is recorded. */
export type Answer = JsonObject & {
  readonly schema: string
  readonly tables: readonly ToldTable[]
  readonly checks: number
  readonly failedChecks: number
}

const NOTHING = { name: null, rule: null, severity: null, checked: null, failed: null, reason: null }

/** A check that could not be made. */
export const failedToRun = (reason: string): CheckFindings => ({ ...NOTHING, status: 'error', reason })

/** What an answer says of a check of a file. */
export const findingsOf = (id: string, { tables }: Answer): CheckFindings => {
  const found = tables.flatMap(({ failed, passed = [] }) => [...failed, ...passed]).find((told) => told.id === id)
  if (!found) return failedToRun(tables.find(({ reason }) => reason !== undefined)?.reason ?? 'It was not made')
  const { status, name, rule, severity, checked, failed, reason = null } = found
  return { status, name, rule, severity, checked, failed, reason }
}

/** What an answer says of the model. */
export const findingsOfModel = ({ tables, checks, failedChecks }: Answer): CheckFindings => ({
  ...NOTHING,
  status: worst(tables.map(({ status }) => status)),
  checked: checks,
  failed: failedChecks,
})

/** The same of each of its tables, to be recorded beside it. */
export const tablesOfModel = (
  { check, slots }: Claimed,
  { schema, tables }: Answer,
  time: Pick<CheckRun, 'checkedAt' | 'durationMs'>,
): CheckRun[] =>
  tables.map(({ table, status, rows, invalidRows, reason = null }) => ({
    check: { ...check, id: `${MODEL}/${table}`, schema, table },
    slots: slots.slice(-1),
    findings: { ...NOTHING, status, checked: rows, failed: invalidRows, reason },
    ...time,
  }))
