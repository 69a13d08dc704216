import { setTimeout } from 'node:timers/promises'
import cds from '@sap/cds'
import { notifyChanges } from '../cache/index.ts'
import { tlsOf } from '../shared/index.ts'
import { BasePostgresService, type Factory, type Statement, type Connection } from '../cap/postgres-service.ts'
import { LongReads } from './long-reads.ts'
import { surviveLoss, allowPipelining } from './pipelining.ts'
import { fillEmptyTablesOnly, readSettings } from '../process/index.ts'
import { ShortParametersService } from './short-parameters.ts'
import { tolerateOrphans } from './tolerate-orphans.ts'

/**
 * Records have their properties in the order of the query, as on other databases. CAP makes `jsonb` of them, which sorts names and takes
 * longer: `json` is a text that is written once.
 */
const asJson = (operand: string): string => `(${operand})::json`

/** How records and lists within records are written. */
const IN_ORDER = { Association: asJson, struct: asJson, array: asJson }

const RECORD = /^SELECT to_jsonb\(/
const RECORDS = /^SELECT coalesce\(jsonb_agg \(to_jsonb\(((?:[^()"]|"[^"]*")+)\)\),'\[\]'::jsonb\)/

/** @param sql of a query whose records are JSON, as CAP writes it. */
export const inOrder = (sql: string): string =>
  sql.replace(RECORD, 'SELECT to_json(').replace(RECORDS, "SELECT coalesce(json_agg (to_json($1)),'[]'::json)")

/** A statement that speaks the protocol itself; the driver gives it back, for whoever waits for it to listen to. */
const isSubmittable = (statement: unknown): boolean =>
  typeof (statement as { submit?: unknown } | null)?.submit === 'function'

/**
 * Has a connection take one statement at a time, in the order in which they come: CAP gives it several at once, such as
 * the rows of an import or all streams of a record, and the driver's own queue for them ends with its version 9.
 * The next one is sent in the moment in which the driver is free, as it would be from that queue.
 */
export const takeTurns = (connection: Connection): void => {
  const query = connection.query.bind(connection)
  const waiting: (() => void)[] = []
  let [isBusy, isLost] = [false, false]

  connection.query = (statement, ...rest) => {
    if (!isBusy || isLost) {
      isBusy = true
      return query(statement, ...rest)
    }
    if (isSubmittable(statement)) {
      waiting.push(() => query(statement, ...rest))
      return statement
    }
    return new Promise((resolve, reject) => {
      waiting.push(() => {
        Promise.resolve(query(statement, ...rest)).then(resolve, reject)
      })
    })
  }
  connection.on('drain', () => {
    const next = waiting.shift()
    isBusy = next !== undefined
    next?.()
  })
  // The driver refuses all that comes now.
  const lose = (): void => {
    isLost = true
    for (const send of waiting.splice(0)) send()
  }
  connection.on('error', lose)
  connection.on('end', lose)
}

/** The names of the collations that the database has; undefined before it was asked. */
let collations: ReadonlySet<unknown> | undefined

let mostStatements: number | undefined

let longReads: LongReads | undefined

/** Connections that long reads leave to the others; as many as CAP's pool has where nobody says. */
const LEFT = 2
const POOL_MAX = 10

/** The pool would try again at once, for as long as somebody waits, and does not tell the reason. */
const RETRY_DELAY_MS = 100
const REPORT_MS = 10_000
let reportedMs = -REPORT_MS

const rejectLater = async (error: unknown): Promise<never> => {
  if (performance.now() >= reportedMs + REPORT_MS) {
    reportedMs = performance.now()
    cds.log('db').warn('cannot connect:', (error as Error).message)
  }
  await setTimeout(RETRY_DELAY_MS)
  throw error
}

/** The statements that each connection has seen: CAP gives each a name, and clients decide how many there are. */
const seen = new WeakMap<Connection, Set<string>>()

/** The one switch for all that saves round trips. */
const Base = readSettings().pipelining ? ShortParametersService : BasePostgresService

/**
 * CAP's PostgreSQL service, for servers that run long and for any client. Certificates are verified. A connection that
 * the database closes is only lost. A connection that has seen many statements is closed when it is given back, since
 * all of them are kept on both sides. Clients whose language has no collation get the default order.
 */
export default class PostgresService extends Base {
  /** Where `ssl` is set CAP does not make it up from `sslrootcert`, which would accept any certificate. */
  override init(): Promise<void> {
    const { credentials = {} } = this.options
    this.options = { ...this.options, credentials: { ...credentials, ssl: tlsOf(credentials) } }
    fillEmptyTablesOnly()
    tolerateOrphans()
    notifyChanges(this)
    return super.init()
  }

  override get factory(): Factory {
    const factory = super.factory
    return {
      ...factory,
      create: async (tenant) => {
        const connection = await factory.create(tenant).catch(rejectLater)
        takeTurns(connection)
        allowPipelining(connection)
        surviveLoss(connection)
        seen.set(connection, new Set())
        return connection
      },
    }
  }

  static override CQN2SQL = class extends Base.CQN2SQL {
    override orderByICU(orderBy: readonly unknown[], localized: unknown): string[] {
      const name = `${this.context.locale?.replace('_', '-') ?? ''}-x-icu`
      return this._orderBy(orderBy, localized, collations?.has(name) ? name : undefined)
    }

    static override OutputConverters = {
      ...Base.CQN2SQL.OutputConverters,
      ...IN_ORDER,
    }

    override SELECT_expand(query: object, sql: string): string {
      return inOrder(super.SELECT_expand(query, sql))
    }
  }

  /** Asked once: CAP forgets the answer with each transaction. */
  override async _checkCollation(): Promise<void> {
    if (collations) return
    await super._checkCollation()
    const statement = this.prepare("SELECT collname FROM pg_collation WHERE collname LIKE '%-x-icu'")
    collations = new Set((await statement.all([])).map((row) => (row as { collname: unknown }).collname))
  }

  override prepare(sql: string): Statement {
    const { dbc } = this
    if (dbc) seen.get(dbc)?.add(sql)
    const statement = super.prepare(sql)
    const reads = (longReads ??= new LongReads((this.options.pool?.max ?? POOL_MAX) - LEFT))
    const cancel = (): Promise<unknown> => cancelStatement(super.factory, dbc)
    return { ...statement, all: (values) => reads.watch(sql, () => statement.all(values), cancel) }
  }

  override async release(): Promise<void> {
    mostStatements ??= readSettings().statementsPerConnection
    if (!this.dbc || (seen.get(this.dbc)?.size ?? 0) <= mostStatements) return super.release()
    for (const name of Object.keys(this._queryCache)) Reflect.deleteProperty(this._queryCache, name)
    return this.destroy()
  }
}

/** By a connection of its own: those of the pool may all be taken. What does not succeed ends by its time limit. */
const cancelStatement = async (factory: Factory, { processID }: { processID?: number } = {}): Promise<void> => {
  try {
    const helper = await factory.create()
    surviveLoss(helper)
    await helper.query('SELECT pg_cancel_backend($1)', [processID])
    await helper.end()
  } catch (error) {
    cds.log('db').warn('cannot end a long read:', (error as Error).message)
  }
}
