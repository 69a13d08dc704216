import type { Job } from '../jobs/job.ts'
import type { Jobs } from '../jobs/job-registry.ts'
import { toAdminError } from './error-handler.ts'

/** How long work may take that is asked for so little that it should be short; ours. */
const SHORT_MS = 3_000

/** To be told once how work ended. @param error undefined when it succeeded. */
export type LeavePlace = (error: unknown) => void

/**
 * Takes a place among the heavy work. Short work takes none, until it turns out to last: then it is seen among the
 * others, and ended when there is no room for it.
 *
 * @throws AdminError `TOO_MANY_OPERATIONS`.
 */
export const takePlace = async (job: Job, jobs: Jobs, isShort: boolean): Promise<LeavePlace> => {
  let taken: Promise<void> | undefined
  const take = (): Promise<void> => (taken = jobs.start(job))
  if (!isShort) await take()
  const late = (): void => {
    take().catch((error: unknown) => job.cancel(toAdminError(error)))
  }
  const timer = isShort ? setTimeout(late, SHORT_MS) : undefined
  return (error) => {
    clearTimeout(timer)
    const leave = (): void => {
      if (error === undefined) job.succeed(null)
      else job.fail(toAdminError(error))
      jobs.ended(job, null)
    }
    taken?.then(leave, () => undefined)
  }
}
