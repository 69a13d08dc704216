import type { TlsCredentials } from './tls.ts'

/** What is needed to connect: as `cds.requires.db.credentials` has it, in either of its spellings. */
export interface PostgresCredentials extends TlsCredentials {
  readonly host?: string
  readonly hostname?: string
  readonly port?: number | string
  readonly database?: string
  readonly dbname?: string
  readonly user?: string
  readonly username?: string
  readonly password?: string
  /** Of the application's own tables. */
  readonly schema?: string
}

/** What this room reads of the CDS configuration. */
export interface SharedConfiguration {
  readonly requires?: { readonly db?: { readonly kind?: string; readonly credentials?: PostgresCredentials } }
  /** False: this process shares nothing, as if it were the only one. */
  readonly shared?: unknown
}

export interface SharedSettings {
  readonly credentials: PostgresCredentials
  /** Where the tables are. */
  readonly schema: string
}

/** The administration API takes schemas of this name, or ending with it, for the engine's own. */
const SCHEMA = 'server_state'

/**
 * Reads `shared` of the CDS configuration: whether this process shares its state with others, on PostgreSQL. Each
 * schema of an application has one for that beside it, so that two applications can use one database.
 *
 * @returns undefined where nothing is shared.
 * @throws Error for a setting that cannot be used.
 */
export const readSharedSettings = ({ requires, shared = true }: SharedConfiguration): SharedSettings | undefined => {
  if (shared !== true && shared !== false) throw new Error('Setting shared must be true or false')
  if (!shared || requires?.db?.kind !== 'postgres') return undefined
  const { credentials = {} } = requires.db
  return { credentials, schema: credentials.schema ? `${credentials.schema}_${SCHEMA}` : SCHEMA }
}
