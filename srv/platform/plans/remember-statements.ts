import type { DatabaseService } from '../cap/database-service.ts'
import { RecentMap } from './recent-map.ts'

/** A statement of CAP's driver for SQLite. */
interface Statement {
  run(parameters: unknown): unknown
  get(parameters: unknown): unknown
  all(parameters: unknown): unknown
  iterate(parameters: unknown): unknown
}

interface Connection {
  prepare(sql: string): Statement
}

type Transaction = DatabaseService<Connection>

/** For each connection. */
const MOST_STATEMENTS = 300
const LONGEST_SQL = 20_000

/**
 * Keeps prepared statements of SQLite connections for the next time that they are needed. CAP prepares each anew, which
 * takes longer than to run it; PostgreSQL's driver keeps them by itself. SQLite prepares a kept one again by itself when
 * the structure has changed.
 */
export const rememberStatements = (database: unknown): void => {
  const service = database as Transaction
  if (service.kind !== 'sqlite' || (service.options.driver ?? 'node') !== 'node') return
  const { prepare } = service
  const known = new WeakSet<Connection>()
  Object.assign(service, {
    prepare(sql) {
      if (this.dbc && !known.has(this.dbc)) {
        known.add(this.dbc)
        remember(this.dbc)
      }
      return prepare.call(this, sql)
    },
  } satisfies Partial<Transaction> as Partial<Transaction>)
}

const remember = (connection: Connection): void => {
  const prepareAnew = connection.prepare.bind(connection)
  const statements = new RecentMap<string, Statement>(MOST_STATEMENTS)
  connection.prepare = (sql) => {
    const kept = statements.get(sql)
    if (kept) return kept
    const statement = prepareAnew(sql)
    // A statement that is read row by row is not for others meanwhile.
    const shared = { ...statement, iterate: (parameters: unknown) => prepareAnew(sql).iterate(parameters) }
    if (sql.length <= LONGEST_SQL) statements.set(sql, shared)
    return shared
  }
}
