import type { ApiError } from '../api/api-error.ts'
import type { Job } from '../api/jobs.ts'
import { ErrorStrip } from './error-strip.tsx'
import { JobProgress } from './job-progress.tsx'

interface JobStateProps {
  readonly running: {
    readonly job: Job | undefined
    readonly error: ApiError | undefined
    readonly isRunning: boolean
    readonly isQueued?: boolean
    readonly cancel: () => void
  }
  readonly expectedRows?: number | null
}

/** How far work is while it runs, and why it failed when it did. */
export const JobState = ({ running: { job, error, isRunning, isQueued, cancel }, expectedRows }: JobStateProps) => (
  <>
    {isRunning && <JobProgress job={job} isQueued={isQueued} onCancel={cancel} expectedRows={expectedRows} />}
    {error && <ErrorStrip error={error} />}
  </>
)
