import { hasCode } from '../core/has-code.ts'
import { AdminError } from '../errors.ts'
import { type Principal, unknownJob } from '../jobs/job-record.ts'
import type { Job } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { JsonObject } from '../operations/operation.ts'

/** PostgreSQL's SQLSTATEs of a database that is read-only, and of a full disk. */
const UNCHANGEABLE = ['25006', '53100']

/**
 * The jobs of all processes; while their database takes no changes, each process has its own, so that whatever only
 * reads goes on.
 */
export class JobsOrOwn implements Jobs {
  readonly #shared: Jobs
  readonly #own: Jobs

  constructor(shared: Jobs, own: Jobs) {
    this.#shared = shared
    this.#own = own
  }

  async start(job: Job): Promise<void> {
    await unlessUnchangeable(this.#shared.start(job), () => this.#own.start(job))
  }

  ended(job: Job, result: string | null): void {
    this.#shared.ended(job, result)
    this.#own.ended(job, result)
  }

  async find(id: string, user: Principal): Promise<JsonObject> {
    return this.#where(id, user, (jobs) => jobs.find(id, user))
  }

  async list(user: Principal): Promise<JsonObject[]> {
    const shared = await unlessUnchangeable(this.#shared.list(user), async () => [])
    return [...(await this.#own.list(user)), ...shared]
  }

  async cancel(id: string, user: Principal): Promise<JsonObject> {
    return this.#where(id, user, (jobs) => jobs.cancel(id, user))
  }

  cancelAll(): void {
    this.#shared.cancelAll()
    this.#own.cancelAll()
  }

  async #where(id: string, user: Principal, ask: (jobs: Jobs) => Promise<JsonObject>): Promise<JsonObject> {
    const isOwn = (await this.#own.list(user)).some(({ operationId }) => operationId === id)
    if (isOwn) return ask(this.#own)
    return unlessUnchangeable(ask(this.#shared), () => Promise.reject(unknownJob()))
  }
}

const unlessUnchangeable = async <T>(asked: Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AdminError && hasCode(error.cause, ...UNCHANGEABLE)) return otherwise()
    throw error
  }
}
