import cds from '@sap/cds'
import type { PostgresCredentials } from '../database/postgres/connection.ts'
import type { SharedState } from '../shared/state.ts'

interface Wanted {
  /** The setting `shared`. */
  readonly isWanted: boolean
  readonly isProduction: boolean
  readonly kind: string
  readonly credentials: PostgresCredentials
}

/**
 * What the instances of an application know together, where its settings ask for it; a line tells what it is without.
 *
 * @returns undefined where each process knows only its own.
 */
export const openShared = async ({
  isWanted,
  isProduction,
  kind,
  credentials,
}: Wanted): Promise<SharedState | undefined> => {
  const log = cds.log('dba')
  if (kind !== 'postgres') {
    if (isWanted) log.warn(`${ALONE}: cds.requires.dba.shared needs PostgreSQL`)
    else if (isProduction && kind === 'hana') log.info(`${ALONE}: run one instance of the application only`)
    return undefined
  }
  if (!isWanted) {
    if (isProduction) log.info(`${ALONE}: with several instances set cds.requires.dba.shared = true`)
    return undefined
  }
  const { Counters, isRefused, schemaBeside, SharedDatabase } = await import('../shared/index.ts')
  const database = new SharedDatabase({ credentials, schema: schemaBeside(credentials) })
  const counters = new Counters(database)
  try {
    await database.prepare()
  } catch (error) {
    if (isRefused(error)) {
      await database.close()
      log.warn(
        `${ALONE}: the database user may not make the schema of what instances share. Let an owner run ` +
          `CREATE SCHEMA ${database.schema} AUTHORIZATION <this user>`,
      )
      return undefined
    }
    log.warn('The database cannot be reached yet:', (error as Error).message)
  }
  // eslint-disable-next-line @typescript-eslint/no-misused-promises -- CAP waits for it
  cds.on('shutdown', () => database.close())
  return { database, counters }
}

const ALONE = 'Jobs, files, sessions and limits are those of this process alone'
