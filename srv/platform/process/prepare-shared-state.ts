import cds from '@sap/cds'
import { SQL_STATE, sqlStateOf } from '../cap/database-service.ts'
import { sharedState } from '../shared/index.ts'

/** Connections of the administration API, the shared state and the cache besides CAP's pool. */
const OTHER_CONNECTIONS = 8
const POOL_MAX = 10

/** The database cannot be had as the server needs it, and why. */
export class NoDatabase extends Error {}

/**
 * Makes the tables that server processes share. A database that is away at the start is waited for later on.
 *
 * @throws NoDatabase when the database user may not make them.
 */
export const prepareSharedState = async (): Promise<void> => {
  const database = sharedState()?.database
  if (!database) return
  warnOfFiles()
  try {
    await database.prepare()
    const [row] = await database.query(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS free`,
    )
    warnOfConnections(Number(row?.['free']))
  } catch (error) {
    if (sqlStateOf(error) === SQL_STATE.insufficientPrivilege)
      throw new NoDatabase(
        `The database user may not make the schema ${database.schema} for what server processes share. Let an owner run ` +
          `CREATE SCHEMA ${database.schema} AUTHORIZATION <this user>, or set shared to false where there is one process only.`,
        { cause: error },
      )
    cds.log('process').warn('the database cannot be reached yet:', (error as Error).message)
  }
}

interface Settings {
  readonly profiles: readonly string[]
  readonly admin?: { readonly fileStore?: string }
  readonly requires: { readonly dba?: { readonly fileStore?: string } }
}

/** Several workers of one machine have its directories in common; processes of several machines or containers do not. */
const warnOfFiles = (): void => {
  const { profiles, admin, requires } = cds.env as unknown as Settings
  if (!profiles.includes('production') || (admin ?? requires.dba)?.fileStore === 'database') return
  cds
    .log('process')
    .warn(
      'files for imports are in a directory: other server processes on this database find them only if they share it. ' +
        "With requires.dba.fileStore 'database' all find them",
    )
}

const warnOfConnections = (free: number): void => {
  const { requires } = cds.env as unknown as { requires: { db: { pool?: { max?: number } } } }
  const own = (requires.db.pool?.max ?? POOL_MAX) + OTHER_CONNECTIONS
  if (own > free)
    cds.log('process').warn(`this process opens up to ${own} connections, and the database allows ${free} in all`)
}
