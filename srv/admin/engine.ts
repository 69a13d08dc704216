import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Model } from './core/model.ts'
import type { HanaCredentials } from './database/hana/driver.ts'
import { openHana } from './database/hana/database.ts'
import { loadDriver } from './database/hana/load-driver.ts'
import type { PostgresCredentials } from './database/postgres/connection.ts'
import { openPostgres } from './database/postgres/database.ts'
import type { Database } from './database/session.ts'
import { openSqliteFile, openSqliteMemory } from './database/sqlite/database.ts'
import { borrowFromCap, type CapDatabase } from './database/sqlite/memory-snapshots.ts'
import type { Dialect } from './dialects/dialect.ts'
import { hanaDialect } from './dialects/hana/dialect.ts'
import { postgresDialect } from './dialects/postgres/dialect.ts'
import { sqliteDialect } from './dialects/sqlite/dialect.ts'

/** A database and what is known of it. */
export interface Engine {
  readonly dialect: Dialect
  readonly database: Database
  readonly model: Model
}

/** The database that CAP is connected to. */
export interface Connected extends CapDatabase {
  readonly kind: string
  readonly options: { readonly credentials?: PostgresCredentials; readonly driver?: string }
  /** The file of a SQLite database, or `:memory:`. */
  url4(tenant?: string): string
}

/**
 * Opens a way of our own to the database that CAP is connected to.
 *
 * @param schemas directory of the files that are further schemas of this SQLite database.
 * @param warn told once of each thing that the user of the database lacks.
 * @throws Error when CAP is connected to something else.
 */
export const openEngine = (
  connected: Connected,
  schemas: string,
  warn: (message: string) => void = () => undefined,
): Pick<Engine, 'database' | 'dialect'> => {
  switch (connected.kind) {
    case 'sqlite': {
      const file = connected.url4()
      const isMemory = file === ':memory:'
      const database = isMemory ? openSqliteMemory(borrowFromCap(connected)) : openSqliteFile({ file, schemas })
      return { dialect: sqliteDialect, database }
    }
    case 'postgres':
      return { dialect: postgresDialect, database: openPostgres(connected.options.credentials ?? {}) }
    case 'hana':
      return {
        dialect: hanaDialect,
        database: openHana(connected.options.credentials as HanaCredentials, loadDriver(connected.options), warn),
      }
    default:
      throw new Error(`The administration API does not know databases of kind '${connected.kind}'`)
  }
}

/**
 * Where the schemas that the API makes are kept: a directory of each database, since several may be administered with one
 * setting.
 *
 * @param schemas the setting `dba.schemas`.
 */
export const databaseDirectory = (schemas: string, connected: Pick<Connected, 'kind' | 'options' | 'url4'>): string => {
  const identity = identityOf(connected)
  const hash = createHash('sha256').update(`${connected.kind} ${identity}`).digest('hex').slice(0, 12)
  const name = basename(identity)
    .replace(/[^\w.-]/g, '_')
    .slice(0, 40)
  return join(schemas, `${name}-${hash}`)
}

const identityOf = (connected: Pick<Connected, 'kind' | 'options' | 'url4'>): string => {
  if (connected.kind === 'sqlite') {
    const file = connected.url4()
    return file === ':memory:' ? 'memory' : existsSync(file) ? realpathSync(file) : resolve(file)
  }
  const credentials: Readonly<Record<string, unknown>> = { ...connected.options.credentials }
  return ['host', 'hostname', 'port', 'database', 'dbname', 'schema']
    .map((name) => credentials[name])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join('/')
}
