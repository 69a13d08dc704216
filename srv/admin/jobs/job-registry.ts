import { AdminError } from '../errors.ts'
import type { Job, Principal } from './job.ts'

export interface JobLimits {
  /** Jobs that run at a time. */
  readonly perCaller: number
  readonly total: number
  /** Ended jobs that are remembered. */
  readonly kept: number
  /** Size of all remembered results as JSON. */
  readonly resultBytes: number
}

const KEPT_MS = 3_600_000
const RETRY_AFTER_SECONDS = 5

/** The jobs that run, and for an hour those that have ended: in this process, bounded in number and size. */
export class JobRegistry {
  readonly #jobs = new Map<string, { readonly job: Job; bytes: number }>()
  readonly #limits: JobLimits
  readonly #now: () => number

  constructor(limits: JobLimits, now: () => number = Date.now) {
    this.#limits = limits
    this.#now = now
  }

  /** @throws AdminError `TOO_MANY_OPERATIONS` when no more may run, for the caller or for all. */
  start(job: Job): void {
    this.#forgetOld()
    const running = [...this.#jobs.values()].filter((entry) => entry.job.isRunning)
    const own = running.filter((entry) => entry.job.owner === job.owner)
    const { perCaller, total } = this.#limits
    if (own.length >= perCaller)
      throw tooMany(`You run ${String(own.length)} operations, of at most ${String(perCaller)}`)
    if (running.length >= total) throw tooMany(`${String(running.length)} operations run, of at most ${String(total)}`)
    this.#jobs.set(job.id, { job, bytes: 0 })
  }

  /** Counts the result of a job that has ended. @param bytes its size as JSON. */
  ended(job: Job, bytes: number): void {
    const entry = this.#jobs.get(job.id)
    if (entry) entry.bytes = bytes
    this.#forgetOld()
  }

  /** @throws AdminError `OPERATION_NOT_FOUND`, also for jobs of others unless an admin asks. */
  find(id: string, user: Principal): Job {
    this.#forgetOld()
    const job = this.#jobs.get(id)?.job
    if (job && isVisible(job, user)) return job
    throw new AdminError('OPERATION_NOT_FOUND', 'No operation of this id is known; ended ones are kept for an hour')
  }

  /** The user's own jobs, all jobs for an admin; newest first. */
  list(user: Principal): Job[] {
    this.#forgetOld()
    return [...this.#jobs.values()]
      .map((entry) => entry.job)
      .filter((job) => isVisible(job, user))
      .reverse()
  }

  /** Asks all running work to stop. */
  cancelAll(): void {
    for (const { job } of this.#jobs.values()) job.cancel()
  }

  #forgetOld(): void {
    const ended = [...this.#jobs.values()]
      .filter((entry) => !entry.job.isRunning)
      .sort((a, b) => (a.job.endedAt?.getTime() ?? 0) - (b.job.endedAt?.getTime() ?? 0))
    let bytes = ended.reduce((sum, entry) => sum + entry.bytes, 0)
    let count = ended.length
    for (const entry of ended) {
      const isOld = (entry.job.endedAt?.getTime() ?? 0) < this.#now() - KEPT_MS
      if (!isOld && count <= this.#limits.kept && bytes <= this.#limits.resultBytes) return
      this.#jobs.delete(entry.job.id)
      bytes -= entry.bytes
      count--
    }
  }
}

const isVisible = (job: Job, user: Principal): boolean => job.owner === user.id || user.is('admin')

const tooMany = (details: string): AdminError =>
  new AdminError('TOO_MANY_OPERATIONS', details, { retryAfterSeconds: RETRY_AFTER_SECONDS })
