import type { JobResult } from '../../api/jobs.ts'

/** Which table a tab is about, and which of its rows. */
export interface TableProps {
  readonly schema: string
  readonly table: string
  readonly where: string
  readonly onWhere: (where: string) => void
}

export type ProfileResult = JobResult<'/dataProfile'>
export type ProfiledColumn = ProfileResult['columns'][number]
