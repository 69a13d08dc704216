import type { JobResult } from '../../api/jobs.ts'

/** Of one file, as the page imports it: several have their members under `files`. */
export type ImportResult = Required<Omit<JobResult<'/import'>, 'files' | 'rejectedFile'>> &
  Pick<JobResult<'/import'>, 'rejectedFile'>

export const ofOneFile = (result: JobResult<'/import'>): ImportResult => result as ImportResult
