import type { ApiError } from '../api/api-error.ts'
import type { Job } from '../api/jobs.ts'
import { ErrorStrip } from './error-strip.tsx'
import { JobProgress } from './job-progress.tsx'

interface JobStateProps {
  readonly running: {
    readonly job: Job | undefined
    readonly error: ApiError | undefined
    readonly isRunning: boolean
    readonly cancel: () => void
  }
  readonly expectedRows?: number | null
}

/** How far work is while it runs, and why it failed when it did. */
export const JobState = ({ running: { job, error, isRunning, cancel }, expectedRows }: JobStateProps) => (
  <>
    {isRunning && <JobProgress job={job} onCancel={cancel} expectedRows={expectedRows} />}
    {error && <ErrorStrip error={error} />}
  </>
)
