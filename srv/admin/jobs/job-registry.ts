import type { JsonObject } from '../operations/operation.ts'
import type { Job, JobRecord, Principal } from './job.ts'
import { AdminError } from '../core/errors.ts'

export const isVisible = ({ owner }: Pick<JobRecord, 'owner'>, user: Principal): boolean =>
  owner === user.id || user.is('admin')

export const unknownJob = (): AdminError =>
  new AdminError('OPERATION_NOT_FOUND', 'No operation of this id is known; ended ones are kept for an hour')

const RETRY_AFTER_SECONDS = 5

/** @throws AdminError `TOO_MANY_OPERATIONS`. @param running jobs of the caller, and all. */
export const checkRoom = (
  running: { readonly own: number; readonly all: number },
  { perCaller, total }: { readonly perCaller: number; readonly total: number },
): void => {
  if (running.own >= perCaller) throw tooMany(`You run ${running.own} operations, of at most ${perCaller}`)
  if (running.all >= total) throw tooMany(`${running.all} operations run, of at most ${total}`)
}

const tooMany = (details: string): AdminError =>
  new AdminError('TOO_MANY_OPERATIONS', details, { retryAfterSeconds: RETRY_AFTER_SECONDS })

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

/** The jobs of this process, in its memory: bounded in number and size. */
export class JobRegistry implements Jobs {
  readonly #jobs = new Map<string, { readonly job: Job; bytes: number }>()
  readonly #limits: JobLimits
  readonly #now: () => number

  /** @param now as `performance.now()`. */
  constructor(limits: JobLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  async start(job: Job): Promise<void> {
    this.#forgetOld()
    const running = [...this.#jobs.values()].filter((entry) => entry.job.isRunning)
    const own = running.filter((entry) => entry.job.owner === job.owner)
    checkRoom({ own: own.length, all: running.length }, this.#limits)
    this.#jobs.set(job.id, { job, bytes: 0 })
  }

  ended(job: Job, result: string | null): void {
    const entry = this.#jobs.get(job.id)
    if (entry) entry.bytes = Buffer.byteLength(result ?? '')
    this.#forgetOld()
  }

  async find(id: string, user: Principal, known?: number): Promise<JsonObject> {
    return this.#find(id, user).describe(true, known)
  }

  async list(user: Principal): Promise<JsonObject[]> {
    this.#forgetOld()
    return [...this.#jobs.values()]
      .filter(({ job }) => isVisible(job, user))
      .map(({ job }) => job.describe(false))
      .reverse()
  }

  async cancel(id: string, user: Principal): Promise<JsonObject> {
    const job = this.#find(id, user)
    job.cancel()
    return job.describe(true)
  }

  cancelAll(): void {
    for (const { job } of this.#jobs.values()) job.cancel()
  }

  #find(id: string, user: Principal): Job {
    this.#forgetOld()
    const job = this.#jobs.get(id)?.job
    if (job && isVisible(job, user)) return job
    throw unknownJob()
  }

  #forgetOld(): void {
    const ended = [...this.#jobs.values()]
      .filter((entry) => !entry.job.isRunning)
      .sort((a, b) => (a.job.endedMs ?? 0) - (b.job.endedMs ?? 0))
    let bytes = ended.reduce((sum, entry) => sum + entry.bytes, 0)
    let count = ended.length
    for (const entry of ended) {
      const isOld = (entry.job.endedMs ?? 0) < this.#now() - KEPT_MS
      if (!isOld && count <= this.#limits.kept && bytes <= this.#limits.resultBytes) return
      this.#jobs.delete(entry.job.id)
      bytes -= entry.bytes
      count--
    }
  }
}
