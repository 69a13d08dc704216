import { hasCode } from '../core/disk-error.ts'
import { AdminError } from '../core/errors.ts'
import { type Principal, unknownJob } from '../jobs/job-record.ts'
import type { Jobs } from '../jobs/job-registry.ts'
import type { JsonObject } from '../operations/operation.ts'

/** PostgreSQL's SQLSTATEs of a database that is read-only, and of a full disk. */
const UNCHANGEABLE = ['25006', '53100']

/**
 * The jobs of all processes; while their database takes no changes, each process has its own, so that whatever only
 * reads goes on.
 */
export const jobsOrOwn = (shared: Jobs, own: Jobs): Jobs => {
  const where = async (id: string, user: Principal, ask: (jobs: Jobs) => Promise<JsonObject>): Promise<JsonObject> => {
    const isOwn = (await own.list(user)).some(({ operationId }) => operationId === id)
    if (isOwn) return ask(own)
    return unlessUnchangeable(ask(shared), () => Promise.reject(unknownJob()))
  }
  return {
    start: (job) => unlessUnchangeable(shared.start(job), () => own.start(job)),
    ended: (job, result) => {
      shared.ended(job, result)
      own.ended(job, result)
    },
    find: (id, user, known) => where(id, user, (jobs) => jobs.find(id, user, known)),
    list: async (user) => {
      const all = await unlessUnchangeable(shared.list(user), async () => [])
      return [...(await own.list(user)), ...all]
    },
    cancel: (id, user) => where(id, user, (jobs) => jobs.cancel(id, user)),
    cancelAll: () => {
      shared.cancelAll()
      own.cancelAll()
    },
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
