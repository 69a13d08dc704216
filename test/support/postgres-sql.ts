import cds from '@sap/cds'
import { createRequire } from 'node:module'

/** What it takes of CAP's database service to make SQL of queries. */
export interface Translator {
  cqn2sql(query: object): { sql: string; values: unknown[] }
}

/**
 * Translates as CAP's service for PostgreSQL does, without a database.
 *
 * @param change what is to be changed about the service.
 */
export const postgresTranslator = (change: (database: unknown) => void): Translator => {
  const require = createRequire(import.meta.url)
  const service = require('@cap-js/postgres') as object
  const database = Object.create(cds.db, { kind: { value: 'postgres' }, class: { value: service, writable: true } }) as Translator // prettier-ignore
  change(database)
  return database
}
