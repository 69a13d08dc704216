/** The public interface of this folder: what the server processes of one database know together. */
import cds from '@sap/cds'
import { Counters, SharedDatabase } from 'cds-dba/shared'
import { readSharedSettings } from './settings.ts'

export { createPool, tlsOf } from 'cds-dba/shared'
export type { Count, PostgresCredentials, TlsCredentials } from 'cds-dba/shared'

export interface SharedState {
  readonly database: SharedDatabase
  readonly counters: Counters
}

let state: SharedState | undefined

/**
 * What this process shares with others; undefined where it is alone with its database.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const sharedState = (): SharedState | undefined => {
  if (state) return state
  const settings = readSharedSettings(cds.env)
  if (!settings) return undefined
  const database = new SharedDatabase(settings)
  // eslint-disable-next-line @typescript-eslint/no-misused-promises -- CAP waits for it
  cds.on('shutdown', () => database.close())
  return (state = { database, counters: new Counters(database) })
}
