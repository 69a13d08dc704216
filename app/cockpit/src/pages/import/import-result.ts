import type { JobResult } from '../../api/jobs.ts'

export type ImportResult = JobResult<'/import'>
