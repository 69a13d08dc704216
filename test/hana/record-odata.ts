/**
 * For a server on SQLite that is started by `node --import`: tells its parent each statement that it would send to a HANA,
 * in CAP's own words for one, and the tables that it would have there.
 */
import process from 'node:process'
import cds from '@sap/cds'
import { cloneQuery } from '../../srv/platform/cap/request.ts'
import type { DatabaseQuery, DatabaseService } from '../../srv/platform/cap/database-service.ts'
import type { Told } from './odata-server.ts'

/** What CAP's service for HANA makes of a query. */
interface Translated {
  readonly sql?: string
  readonly temporary?: readonly unknown[]
  readonly blobs?: readonly unknown[]
  readonly withclause?: readonly unknown[]
}

interface HanaService extends DatabaseService<unknown, unknown, Translated> {
  model: object
  wrapTemporary(temporary: unknown, withclause: unknown, blobs: unknown): string
}

interface Select {
  expand?: 'root' | undefined
  forUpdate?: unknown
  forShareLock?: unknown
}

const tell = (told: Told): void => void process.send?.(told)

/** As CAP's service does it when it runs a query. */
const statementOf = (
  hana: HanaService,
  context: unknown,
  query: DatabaseQuery,
  values?: object,
): string | undefined => {
  const copy = cloneQuery(query) as DatabaseQuery
  const select = copy.SELECT as Select | undefined
  const isLock = select?.forUpdate !== undefined || select?.forShareLock !== undefined
  if (select && !isLock) select.expand = 'root'
  const within = Object.create(hana, { context: { value: context } }) as HanaService
  const { sql, temporary = [], blobs = [], withclause = [] } = within.cqn2sql(copy, values)
  const isWhole = !select || isLock || temporary.length + blobs.length + withclause.length === 0
  return isWhole ? sql : hana.wrapTemporary(temporary, withclause, blobs)
}

/** A query that locks rows is followed by one that reads them. */
const unlocked = (query: DatabaseQuery): DatabaseQuery[] => {
  const { forUpdate, forShareLock } = (query.SELECT ?? {}) as Select
  if (forUpdate === undefined && forShareLock === undefined) return []
  const copy = cloneQuery(query) as DatabaseQuery
  Object.assign(copy.SELECT ?? {}, { forUpdate: undefined, forShareLock: undefined })
  return [copy]
}

const tables = (model: object): readonly string[] => {
  const made = cds.compile.to.sql(model, { dialect: 'hana' } as never) as unknown as readonly string[]
  return made.map((sql) => sql.replace(/;\s*$/, '').replace(/^CREATE TABLE/, 'CREATE COLUMN TABLE'))
}

const record = async (): Promise<void> => {
  const credentials = { host: 'nowhere', port: 1, user: 'nobody', password: '-' } // nothing connects
  const settings = { kind: 'hana', impl: '@cap-js/hana', credentials }
  const hana = (await cds.connect.to('hana-in-words', settings as never)) as unknown as HanaService
  const database = cds.db as unknown as DatabaseService
  hana.model = database.model ?? {}
  const { cqn2sql } = database
  database.cqn2sql = function toldToo(query, values) {
    for (const each of [query, ...unlocked(query)])
      try {
        const sql = statementOf(hana, this.context, each, values)
        if (sql !== undefined) tell({ sql })
      } catch (error) {
        const { code, message } = error as Error & { code?: string }
        // What a HANA is never sent, since clients are told so.
        if (code !== 'NOT_SUPPORTED') tell({ sql: JSON.stringify(each), problem: message })
      }
    return cqn2sql.call(this, query, values)
  }
}

cds.once('served', (): unknown => record())
cds.once('listening', ({ url }: { url: string }): unknown =>
  cds.load('*').then((model) => {
    tell({ url, tables: tables(model) })
  }),
)
process.once('disconnect', () => process.exit())
