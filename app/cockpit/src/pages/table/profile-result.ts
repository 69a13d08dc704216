import type { JobResult } from '../../api/jobs.ts'

export type ProfileResult = JobResult<'/dataProfile'>
export type ProfiledColumn = ProfileResult['columns'][number]
