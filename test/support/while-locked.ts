import type { Postgres } from './postgres.ts'
import { connectPostgres } from './postgres-client.ts'

/** Does work while another connection has done something that it has not committed. */
export const whileLocked = async <T>(server: Postgres, statement: string, work: () => Promise<T>): Promise<T> => {
  const holder = await connectPostgres(server.credentials)
  try {
    await holder.query(`BEGIN; ${statement}`)
    return await work()
  } finally {
    await holder.end()
  }
}
