import type { JobResult } from './jobs.ts'

/** What the last check of references has found, as long as the tab is open. */
export interface ReferenceFindings {
  readonly checkedAt: string
  readonly schema: string
  readonly references: number
  readonly failed: number
  readonly broken: readonly {
    readonly table: string
    readonly referencesTable: string
    readonly orphanedRows: number
  }[]
}

const KEY = 'cds-dba.references'

export const readFindings = (): ReferenceFindings | undefined => {
  const kept = sessionStorage.getItem(KEY)
  return kept === null ? undefined : (JSON.parse(kept) as ReferenceFindings)
}

/** Keeps what a check of a whole schema has found, so that the overview can tell it. */
export const keepFindings = (result: JobResult<'/referentialCheck'>): ReferenceFindings => {
  const findings = {
    checkedAt: new Date().toISOString(),
    schema: result.schema,
    references: result.totalForeignKeys,
    failed: result.failedConstraints,
    broken: result.violations
      .filter(({ status }) => status === 'VIOLATED')
      .map(({ table, referencesTable, orphanedRows }) => ({
        ...{ table, referencesTable, orphanedRows: orphanedRows ?? 0 },
      })),
  }
  sessionStorage.setItem(KEY, JSON.stringify(findings))
  return findings
}
