import { setImmediate as nextTurn } from 'node:timers/promises'
import { changeTranslation, type DatabaseService } from '../cap/database-service.ts'
import { type Operand, semiJoin, type Token } from './semi-join.ts'
import { RecentMap } from '../../read-cache/recent-map.ts'

/** Has SQLite, whose planner does not do so by itself, begin with what a condition on partners looks for. */
export const beginWithPartners = (database: unknown): void => {
  const service = database as DatabaseService
  if (service.kind !== 'sqlite') return
  changeTranslation(
    service,
    (Translation) =>
      class PartnersFirst extends Translation {
        override xpr(expression: { readonly xpr: readonly Token[] }): string {
          const { xpr } = expression
          return super.xpr(xpr.includes('exists') ? { ...expression, xpr: withSemiJoins(xpr) } : expression)
        }
      },
  )
}

const withSemiJoins = (tokens: readonly Token[]): Token[] =>
  tokens.reduce<Token[]>((written, token) => {
    const { SELECT } = written.at(-1) === 'exists' ? (token as Operand) : {}
    const better = SELECT && semiJoin(SELECT)
    return better ? [...written.slice(0, -1), better] : [...written, token]
  }, [])

/**
 * Hides from SQLite's planner that the limit of a query is a parameter. It plans by the value, which makes it prepare a
 * kept statement again each time that this is set, be it to the same; it does not look into expressions.
 */
export const planLimitsOnce = (database: unknown): void => {
  const service = database as DatabaseService
  if (service.kind !== 'sqlite') return
  changeTranslation(
    service,
    (Translation) =>
      class PlannedOnce extends Translation {
        override limit(limit: object): string {
          return `+${super.limit(limit)}`
        }
      },
  )
}

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

/** For how long statements run before others get their turn. */
const TURN_MS = 10

/**
 * Lets the event loop turn between two statements of SQLite when it has not for a while. SQLite answers without ever
 * waiting: all statements of a request, and those of all requests that wait for its connection, would be run in one turn.
 */
export const takeTurns = (service: unknown): void => {
  const database = service as DatabaseService
  if (database.kind !== 'sqlite') return
  let begunMs: number | undefined
  const isDue = (): boolean => {
    const now = performance.now()
    if (begunMs === undefined) {
      begunMs = now
      setImmediate(() => (begunMs = undefined))
    }
    return now - begunMs > TURN_MS
  }
  const { prepare } = database
  database.prepare = function prepareInTurn(this: DatabaseService, ...sql) {
    return isDue() ? nextTurn().then(() => prepare.apply(this, sql)) : prepare.apply(this, sql)
  }
}
