import { type CheckFindings, type CheckRun, MODEL, worst } from '../core/check-history.ts'
import type { JsonObject } from '../operations/operation.ts'
import type { Claimed } from './claim-due.ts'

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
