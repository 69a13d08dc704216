import cds from '@sap/cds'
import { createIndexes, type Database } from '../../indexes/index.ts'

/** What this file uses of CAP's database service. */
interface DatabaseService extends Database {
  tx(work: (transaction: Database) => Promise<void>): Promise<void>
  /** Where it is. */
  url4(tenant?: string): string
}

/** SQLite's own advice for connections that live long. @see https://sqlite.org/lang_analyze.html#pragma_optimize */
const OPTIMIZE = 'PRAGMA optimize = 0x10002'

/**
 * A SQLite file that was filled before its model had indexes gets them when the server starts, without a deployment; so
 * that the planner knows which tables are large, it counts some of their rows. A file that cannot be written to is served
 * as it is. To be called before the server starts.
 */
export const indexAtStart = (): void => {
  // CAP waits for it before it listens.
  cds.once('served', (): unknown => indexFile(cds.db as unknown as DatabaseService))
}

const indexFile = async (database: DatabaseService): Promise<void> => {
  if (database.kind !== 'sqlite' || database.url4() === ':memory:') return
  try {
    await database.tx(async (transaction) => {
      await createIndexes(transaction)
      await transaction.run(OPTIMIZE)
    })
  } catch (error) {
    cds.log('db').warn('the database may lack indexes for associations:', (error as Error).message)
  }
}
