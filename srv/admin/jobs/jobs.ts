import type { JsonObject } from '../operations/operation.ts'
import type { Job } from './job.ts'
import type { Principal } from './job-record.ts'

export interface JobLimits {
  /** Jobs that run at a time. */
  readonly perCaller: number
  readonly total: number
  /** Ended jobs that are remembered. */
  readonly kept: number
  /** Size of all remembered results as JSON. */
  readonly resultBytes: number
}

/** How long ended jobs are remembered. */
export const KEPT_MS = 3_600_000

/** The heavy work that runs, and what has ended within the hour. What clients see of a job is what `describe` tells. */
export interface Jobs {
  /** @throws AdminError `TOO_MANY_OPERATIONS` when no more may run, for the caller or for all. */
  start(job: Job): Promise<void>
  /** To be told when a job has ended. @param result as JSON, to be kept with it; null for none. */
  ended(job: Job, result: string | null): void
  /**
   * @param known parts of the answer that the user has; later ones are told, as far as this process runs it. Absent for none.
   * @throws AdminError `OPERATION_NOT_FOUND`, also for jobs of others unless an admin asks.
   */
  find(id: string, user: Principal, known?: number): Promise<JsonObject>
  /** The user's own jobs, all jobs for an admin; newest first, without results. */
  list(user: Principal): Promise<JsonObject[]>
  /** Asks a job to stop; without effect when it has ended. @throws AdminError as `find` does. */
  cancel(id: string, user: Principal): Promise<JsonObject>
  /** Asks all work of this process to stop. */
  cancelAll(): void
}
