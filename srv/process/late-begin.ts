import { BasePostgresService } from './cap-postgres.ts'
import type { Statement } from './cap-postgres.ts'
import type { Connection } from './postgres-connection.ts'

/** Where a statement sees what is committed when it starts, whichever transaction it is part of. */
const BY_STATEMENT: readonly unknown[] = ['read committed', 'read uncommitted']

/** Whether it makes no difference on a connection if a read is part of a transaction. */
const indifference = new WeakMap<Connection, boolean>()

const learnIndifference = async (connection: Connection): Promise<boolean> => {
  const { rows } = (await connection.query('SHOW default_transaction_isolation')) as { rows: object[] }
  const [isolation] = rows.flatMap((row): unknown[] => Object.values(row))
  const isIndifferent = BY_STATEMENT.includes(isolation)
  indifference.set(connection, isIndifferent)
  return isIndifferent
}

/** Below it a transaction has whether the database does not know of it yet. */
const IS_LATE = Symbol('is late')
/** Below it a transaction has whether what it prepares is a query. */
const IS_READING = Symbol('is reading')

const LOCK = /\bFOR (?:UPDATE|SHARE)\b/

/**
 * CAP's PostgreSQL service, whose transactions begin with their first statement that is more than a read: those that only
 * read, as most do, spare the database a BEGIN and a COMMIT, which take as long as a small query.
 */
export class LateBeginService extends BasePostgresService {
  [IS_LATE] = false;
  [IS_READING] = false

  override async send(...request: unknown[]): Promise<unknown> {
    const [event] = request
    const canBeLate =
      event === 'BEGIN' && this.dbc && (indifference.get(this.dbc) ?? (await learnIndifference(this.dbc)))
    const isOver = this[IS_LATE] && (event === 'COMMIT' || event === 'ROLLBACK')
    if (!canBeLate && !isOver) return super.send(...request)
    this[IS_LATE] = !isOver
    return undefined
  }

  override async exec(sql: string): Promise<unknown> {
    await begin(this)
    return super.exec(sql)
  }

  override prepare(sql: string): Statement {
    const { all, get, run, stream } = super.prepare(sql)
    const isRead = this[IS_READING] && !LOCK.test(sql)
    const afterBegin =
      <Args extends unknown[], Result>(execute: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        await begin(this)
        return execute(...args)
      }
    // What is streamed needs a transaction that lasts.
    return {
      all: isRead ? all : afterBegin(all),
      get: afterBegin(get),
      run: afterBegin(run),
      stream: afterBegin(stream),
    }
  }

  /** Queries are prepared before anything is waited for. */
  override onSELECT(request: object): Promise<unknown> {
    this[IS_READING] = true
    try {
      return super.onSELECT(request)
    } finally {
      this[IS_READING] = false
    }
  }
}

const begin = async (transaction: LateBeginService): Promise<void> => {
  if (!transaction[IS_LATE]) return
  transaction[IS_LATE] = false
  await BasePostgresService.prototype.exec.call(transaction, 'BEGIN')
}
