import { Readable } from 'node:stream'
import cds from '@sap/cds'
import type { DatabaseService } from '../cap/database-service.ts'
import { type Place, PlaceChooser } from './choose-place.ts'
import { stopped, type Row } from './protocol.ts'
import { isReading, onClientGone } from './reading.ts'
import { ReaderPool } from './reader-pool.ts'
import { readSettings } from './settings.ts'
import type { Connection } from './structure.ts'

export { onlyReading } from './reading.ts'

/** A statement of CAP's service for SQLite. */
interface Statement {
  run(values: unknown): unknown
  get(values: unknown): unknown
  all(values: unknown): unknown
  stream(values: unknown, isOne: boolean, objectMode: boolean): unknown
}

type Transaction = DatabaseService<Connection, Statement>

type Here = (statement: Statement) => unknown

const READS = /^\s*(?:select|with)\b/i
const CONTROLS = /^\s*(?:begin|commit|rollback|pragma)\b/i

/**
 * Lets reads of a SQLite file that may take long run in processes of their own. Here they would stop everybody, since
 * SQLite runs in the thread that asks it. Such a read sees what is committed when it begins; meanwhile its transaction
 * gives back the only connection that there is. For requests that do nothing but read, and have not written so far.
 */
export const readBeside = (database: unknown): void => {
  const settings = readSettings()
  const service = database as Transaction
  if (settings.processes === 0 || service.kind !== 'sqlite') return
  const file = service.url4()
  if (file === ':memory:') return
  const pool = new ReaderPool(settings)
  cds.on('shutdown', () => pool.close())
  install(service, file, pool)
}

const install = (service: Transaction, file: string, pool: ReaderPool): void => {
  const { prepare, exec, set, commit, rollback } = service
  const chooser = new PlaceChooser()
  const sessions = new WeakMap<Transaction, Record<string, unknown>>()
  const written = new WeakSet<Transaction>()
  const returning = new WeakMap<Transaction, Promise<unknown>>()
  /** After a statement has failed, what is still sent must not begin a transaction that nobody ends. */
  const over = new WeakSet<Transaction>()

  /** The connection for what runs here, in a transaction of its own if it was given back. */
  const withConnection = async (transaction: Transaction): Promise<Connection> => {
    if (!transaction.dbc && !over.has(transaction)) {
      const known = returning.get(transaction)
      const begun = known ?? transaction.begin().finally(() => returning.delete(transaction))
      if (!known) returning.set(transaction, begun)
      await begun
    }
    if (!transaction.dbc) throw stopped('The transaction is over')
    return transaction.dbc
  }

  const giveBack = async (transaction: Transaction): Promise<void> => {
    if (!transaction.dbc) return
    await transaction.exec('COMMIT')
    await transaction.release()
  }

  const readElsewhere = async (
    transaction: Transaction,
    { sql, values, place }: { sql: string; values: unknown; place: Place },
  ): Promise<readonly Row[]> => {
    const session = valuesOf(sessions.get(transaction))
    await giveBack(transaction)
    let watch: (() => void) | undefined
    const started = performance.now()
    try {
      return await pool.read({ file, sql, values, session }, place === 'beside, long', (stop) => {
        watch = onClientGone(stop)
      })
    } finally {
      watch?.()
      chooser.took(sql, performance.now() - started)
    }
  }

  /** Decides when the values are known; what stays need not wait for anything. */
  const readingStatement = (transaction: Transaction, sql: string): Statement => {
    const readBy = (connection: Connection, values: unknown, here: Here): unknown => {
      const place = chooser.choose(unremembered(connection), sql, values)
      if (place === 'here') return here(prepare.call(transaction, sql))
      return readElsewhere(transaction, { sql, values, place })
    }
    const read = (values: unknown, here: Here): unknown => {
      const { dbc } = transaction
      if (dbc) return readBy(dbc, values, here)
      return withConnection(transaction).then((connection) => readBy(connection, values, here))
    }
    return {
      all: (values) => read(values, (statement) => statement.all(values)),
      get: async (values) => {
        const found = await read(values, (statement) => statement.get(values))
        return Array.isArray(found) ? (found as unknown[])[0] : found
      },
      run: async (values) => {
        await withConnection(transaction)
        return prepare.call(transaction, sql).run(values)
      },
      stream: async (values, isOne, objectMode) => {
        const rows = (await read(values, (statement) => statement.all(values))) as readonly Row[]
        const texts = rows.map((row) => String(Object.values(row)[0]))
        if (objectMode) return Readable.from(texts.map((text) => JSON.parse(text) as unknown))
        return Readable.from([isOne ? (texts[0] ?? 'null') : `[${texts.join(',')}]`], { objectMode: false })
      },
    }
  }

  Object.assign(service, {
    set(variables) {
      sessions.set(this, variables)
      return set.call(this, variables)
    },
    prepare(sql) {
      const reads = READS.test(sql)
      if (!reads) written.add(this)
      if (this.dbc && chooser.isSmall(unremembered(this.dbc))) return prepare.call(this, sql)
      if (reads && !written.has(this) && isReading()) return readingStatement(this, sql)
      if (this.dbc) return prepare.call(this, sql)
      // Its reads so far were done elsewhere.
      const later = async (run: Here): Promise<unknown> => {
        await withConnection(this)
        return run(prepare.call(this, sql))
      }
      return {
        run: (values) => later((statement) => statement.run(values)),
        get: (values) => later((statement) => statement.get(values)),
        all: (values) => later((statement) => statement.all(values)),
        stream: (...args) => later((statement) => statement.stream(...args)),
      }
    },
    commit(...rest) {
      over.add(this)
      return commit.call(this, ...rest)
    },
    rollback(...rest) {
      over.add(this)
      return rollback.call(this, ...rest)
    },
    exec(sql) {
      if (!CONTROLS.test(sql)) written.add(this)
      return exec.call(this, sql)
    },
  } satisfies Partial<Transaction> as Partial<Transaction>)
}

const raw = new WeakMap<Connection, Connection>()

/** Statements that are used once are not for the memory of a connection. */
const unremembered = (connection: Connection): Connection => {
  const known = raw.get(connection)
  if (known) return known
  const driver = Object.getPrototypeOf(connection) as Connection
  const made: Connection = { prepare: (sql) => driver.prepare.call(connection, sql) }
  raw.set(connection, made)
  return made
}

/** With those that are inherited. */
const valuesOf = (variables: Record<string, unknown> = {}): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const name in variables) values[name] = variables[name]
  return values
}
