import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { SQL_STATE, sqlStateOf } from '../cap/database-service.ts'
import { createPool, type PostgresCredentials } from '../shared/index.ts'
import { type DatabaseConfiguration, databaseFile } from './database.ts'

interface Options {
  readonly db: DatabaseConfiguration | undefined
  /** Where the server comes first, or the database, or its tables, it waits for them: `/ready` tells what is missing. */
  readonly isProduction: boolean
  /** As they were given, for the command that deploys. */
  readonly profiles: string | undefined
}

const PATIENCE_MS = 3_000
const POLL_MS = 250

/** Names what is wrong with the database, and what to type; empty where the server can work with it. */
export const findDatabaseProblems = async ({ db, isProduction, profiles }: Options): Promise<string[]> => {
  const deploy = `npm run deploy${profiles === undefined ? '' : ` -- --profile ${profiles}`}`
  const file = databaseFile(db)
  if (file !== undefined) return fileProblems(file, isProduction, deploy)
  return db?.kind === 'postgres' ? serverProblems(db.credentials ?? {}, isProduction, deploy) : []
}

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const fileProblems = (file: string, isProduction: boolean, deploy: string): string[] => {
  const folder = dirname(file)
  if (!existsSync(folder)) return [`the folder ${folder} of the database is not there: mkdir -p ${folder}`]
  if (!isWritable(folder))
    return [`the folder ${folder} of the database cannot be written: give its owner the right to`]
  if (isProduction || hasTables(file)) return []
  return [`there are no tables in ${file}: ${deploy}`]
}

/** What is no database, or is locked, is told of by whoever opens it. */
const hasTables = (file: string): boolean => {
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table'").get() !== undefined
  } catch {
    return true
  } finally {
    database.close()
  }
}

/** The driver has no code for a password that is missing. */
const NO_PASSWORD = /password must be a string|no password/i

const serverProblems = async (
  credentials: PostgresCredentials,
  isProduction: boolean,
  deploy: string,
): Promise<string[]> => {
  const { host, hostname, port = 5432, database, dbname, user, username } = credentials
  const where = `${hostname ?? host ?? 'localhost'}:${port}`
  const [name, who] = [dbname ?? database ?? '', username ?? user ?? '']
  const found = await countTables(credentials)
  if (typeof found === 'number')
    return found > 0 || isProduction ? [] : [`there are no tables in the database ${name} at ${where}: ${deploy}`]
  const state = sqlStateOf(found)
  if (
    state === SQL_STATE.invalidPassword ||
    state === SQL_STATE.invalidAuthorization ||
    NO_PASSWORD.test(found.message)
  )
    return [`PostgreSQL at ${where} does not let ${who} in: set CDS_REQUIRES_DB_CREDENTIALS_USER and _PASSWORD`]
  if (state === SQL_STATE.unknownDatabase) return [`PostgreSQL at ${where} has no database ${name}: createdb ${name}`]
  if (state !== undefined || isProduction) return []
  return [
    `PostgreSQL does not answer at ${where}: start it, set CDS_REQUIRES_DB_CREDENTIALS_HOST and _PORT, or take one that ` +
      'comes along: npm run start:pg',
  ]
}

/** @returns why they cannot be counted, where the database answers nothing else for some time. */
const countTables = async (credentials: PostgresCredentials): Promise<number | Error> => {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await countOnce(credentials)
    const isFinal = typeof found === 'number' || sqlStateOf(found) !== undefined || NO_PASSWORD.test(found.message)
    if (isFinal || performance.now() > deadline) return found
    await setTimeout(POLL_MS)
  }
}

const countOnce = async (credentials: PostgresCredentials): Promise<number | Error> => {
  const pool = createPool(credentials)
  try {
    const client = await pool.connect()
    const text = 'SELECT count(*) AS tables FROM pg_tables WHERE schemaname = coalesce($1, current_schema())'
    const { rows } = await client.query({ text, values: [credentials.schema ?? null] })
    client.release()
    return Number(rows[0]?.['tables'])
  } catch (error) {
    return error as Error
  } finally {
    await pool.end()
  }
}
