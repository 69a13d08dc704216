import { type PostgresCredentials, schemaBeside, type SharedSettings } from 'cds-dba/shared'

/** What this room reads of the CDS configuration. */
export interface SharedConfiguration {
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
