/** The public interface of this folder: what the server processes of one database know together. */
import cds from '@sap/cds'
import { Counters, SharedDatabase, type PostgresCredentials, schemaBeside, type SharedSettings } from 'cds-dba/shared'

/** What this room reads of the CDS configuration. */
interface SharedConfiguration {
  readonly requires?: { readonly db?: { readonly kind?: string; readonly credentials?: PostgresCredentials } }
  /** False: this process shares nothing, as if it were the only one. */
  readonly shared?: unknown
}

/**
 * Reads `shared` of the CDS configuration: whether this process shares its state with others, on PostgreSQL.
 *
 * @returns undefined where nothing is shared.
 * @throws Error for a setting that cannot be used.
 */
export const readSharedSettings = ({ requires, shared = true }: SharedConfiguration): SharedSettings | undefined => {
  if (shared !== true && shared !== false) throw new Error('Setting shared must be true or false')
  if (!shared || requires?.db?.kind !== 'postgres') return undefined
  const { credentials = {} } = requires.db
  return { credentials, schema: schemaBeside(credentials) }
}

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
