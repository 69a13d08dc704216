import { hasCode, AdminError } from '../core/errors.ts'
import { type Jobs, unknownJob } from '../jobs/job-registry.ts'
import { type Principal } from '../jobs/job.ts'
import type { JsonObject, Copied, SchemaRegister } from '../operations/operation.ts'
import { type CopyRegister, keyOf, originIn } from '../catalog/registers.ts'
import type { SharedDatabase } from './state.ts'

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

/** Names of the schemas that the API has made, known to all processes. */
export const sharedClonedSchemas = (database: SharedDatabase): SchemaRegister => {
  const table = database.table('cloned_schemas', 'name text PRIMARY KEY')
  return {
    has: async (name) => (await database.query(`SELECT 1 FROM ${table} WHERE name = $1`, [name])).length > 0,
    add: async (name) => {
      await database.query(`INSERT INTO ${table} (name) VALUES ($1) ON CONFLICT DO NOTHING`, [name])
    },
    remove: async (name) => {
      await database.query(`DELETE FROM ${table} WHERE name = $1`, [name])
    },
  }
}

/** What was copied from what, known to all processes. */
export const sharedCopiedTables = (database: SharedDatabase): CopyRegister => {
  const table = database.table('copied_tables', 'copy text PRIMARY KEY, origin text NOT NULL')
  return {
    originOf: async ({ schema, name }) => {
      const keys = [keyOf({ schema, name }), keyOf({ schema, name: null })]
      const rows = await database.query(`SELECT copy, origin FROM ${table} WHERE copy IN ($1, $2)`, keys)
      const origins = new Map(rows.map((row) => [String(row['copy']), JSON.parse(String(row['origin'])) as Copied]))
      return originIn((copy) => origins.get(keyOf(copy)), schema, name)
    },
    add: async (copy, origin) => {
      await database.query(
        `INSERT INTO ${table} (copy, origin) VALUES ($1, $2) ON CONFLICT (copy) DO UPDATE SET origin = excluded.origin`,
        [keyOf(copy), JSON.stringify(origin)],
      )
    },
  }
}
