import { resolve } from 'node:path'
import cds from '@sap/cds'

/** The database as it is configured. */
export interface DatabaseConfiguration {
  readonly kind?: string
  /** Somebody removes it when the server ends. */
  readonly ephemeral?: boolean
  readonly pool?: { readonly max?: number }
  readonly credentials?: { readonly url?: string; readonly database?: string }
}

interface Environment {
  readonly profiles: readonly string[]
  readonly requires: { readonly db?: DatabaseConfiguration }
}

/** SQLite that lives in the memory of one process, which is what CAP takes when no file is named. */
export const isInMemory = (db: DatabaseConfiguration | undefined): boolean => {
  if (db?.kind !== 'sqlite') return false
  const { database, url } = db.credentials ?? {}
  const name = database ?? url
  return name === undefined || name === '' || name === ':memory:'
}

/** The file of a SQLite database; undefined for any other. */
export const databaseFile = (db: DatabaseConfiguration | undefined): string | undefined => {
  if (db?.kind !== 'sqlite' || isInMemory(db)) return undefined
  const { database, url } = db.credentials ?? {}
  return resolve(cds.root, database ?? url ?? '')
}

/** What everybody may know of the database; in production not which one it is. */
export const describeDatabase = (): { database?: string; survivesRestart: boolean } => {
  const { profiles, requires } = cds.env as unknown as Environment
  const { kind, ephemeral = false } = requires.db ?? {}
  const survivesRestart = !isInMemory(requires.db) && !ephemeral
  return kind === undefined || profiles.includes('production')
    ? { survivesRestart }
    : { database: kind, survivesRestart }
}
