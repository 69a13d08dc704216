import { AdminError } from '../../core/errors.ts'
import { retryConflicts } from '../retry-conflicts.ts'
import { beforeDeadline, type Deadline, withDeadline } from '../deadline.ts'
import { CONNECTIONS, openPools, type ResourcePool } from '../resource-pool.ts'
import type { Database, WorkOptions, WriteSession } from '../session.ts'
import type { HanaCredentials, Driver } from './driver.ts'
import { HanaConnection } from './connection.ts'
import { loadDriver } from './load-driver.ts'
import { HanaSession } from './session.ts'
import { stopStatement } from './stop-statement.ts'
import { BoundedRows, ofStatement, type UserAnswer, type UserStatement } from '../user-statement.ts'
import { LARGE_VALUE } from './driver-calls.ts'
import { typeName } from './values.ts'

/**
 * Runs a statement of a user on a connection in a read-only transaction. What the tables are that it names, the server tells
 * only by writing a plan into a table of its own, so there is neither a plan nor a check of schemas: the rights of the
 * database user are the bound. Not exercised on a live system.
 */
const askUserStatement = async (
  connection: HanaConnection,
  deadline: Deadline,
  { sql, rowLimit, isPlan }: UserStatement,
): Promise<UserAnswer> => {
  if (isPlan)
    throw new AdminError(
      'NOT_SUPPORTED',
      'SAP HANA explains a statement only by writing its plan into a table, which is not done',
    )
  let columns: UserAnswer['columns'] = []
  let bounded = new BoundedRows(rowLimit, 1)
  const batches = connection.select(sql, (metadata) => {
    columns = metadata.map(({ columnDisplayName, dataType }) => ({ name: columnDisplayName, type: typeName(dataType) }))
    bounded = new BoundedRows(rowLimit, columns.length)
  })
  try {
    for (;;) {
      const next = await beforeDeadline(batches.next(), deadline)
      if (next.done || !next.value.every((row) => bounded.add(row))) break
    }
  } catch (error) {
    throw ofStatement(error)
  } finally {
    if (!deadline.signal.aborted) await batches.return(undefined)
  }
  const { rows, isTruncated } = bounded
  const unread = rows.reduce((sum, row) => sum + row.filter((value) => value === LARGE_VALUE).length, 0)
  return { tables: null, columns, rows, isTruncated, cutValues: bounded.cutValues + unread, plan: null }
}

/** How long a statement waits for a lock. */
const LOCK_TIMEOUT_MS = 5_000
/** Deadlock and serialization failures. */
const BEATEN = ['133', '138', '143']

/**
 * https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/set-transaction-statement-transaction-management
 * Structure changes stay in the transaction only without their own commit.
 */
const BEGIN = {
  read: ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'SET TRANSACTION READ ONLY'],
  write: [
    'SET TRANSACTION AUTOCOMMIT DDL OFF', // first, since it ends the transaction
    'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
    'SET TRANSACTION READ WRITE',
    `SET TRANSACTION LOCK WAIT TIMEOUT ${LOCK_TIMEOUT_MS}`,
  ],
} as const

type Pool = ResourcePool<HanaConnection>
type Work<T> = (session: WriteSession) => Promise<T>

/** SAP HANA through connections of our own. Not exercised on a live system. */
export const openHana = (
  credentials: HanaCredentials,
  driver: Driver = loadDriver(),
  warn: (message: string) => void = () => undefined,
): Database => {
  const told = new Set<string>()
  const warnOnce = (message: string): void => {
    if (!told.has(message)) warn(message)
    told.add(message)
  }
  const { work, short, askers, usage, close } = openPools(CONNECTIONS, {
    create: (onEnd) => HanaConnection.open(driver, credentials, onEnd),
    destroy: (connection: HanaConnection) => connection.close(),
  })

  const transact = <T>(pool: Pool, options: WorkOptions, mode: keyof typeof BEGIN, run: Work<T>): Promise<T> =>
    withDeadline(options, async (deadline) => {
      const connection = await begun(pool, mode, deadline)
      let stopping: Promise<void> | undefined
      const stop = (): void => {
        stopping ??= stopStatement(connection, driver, credentials, warnOnce)
      }
      const giveBack = (): Promise<void> => pool.release(connection, connection.isOpen && !connection.hasOwnState)
      deadline.signal.addEventListener('abort', stop, { once: true })
      try {
        const result = await run(new HanaSession(connection, deadline))
        deadline.check()
        deadline.dispose() // from here on it is done or not done, never unknown
        await connection.commit()
        return result
      } catch (error) {
        if (connection.isOpen) await connection.rollback().catch(() => connection.destroy())
        throw error
      } finally {
        deadline.signal.removeEventListener('abort', stop)
        // A statement that is being cancelled still counts; nobody waits for its end.
        if (stopping) void stopping.finally(giveBack)
        else await giveBack()
      }
    })

  return {
    isPersistent: true,
    read: (options, run) => transact(options.isShort ? short : work, options, 'read', run),
    write: (options, run) =>
      retryConflicts(options, BEATEN, (timeoutMs) => transact(work, { ...options, timeoutMs }, 'write', run)),
    ask: (options, statement) =>
      withDeadline(options, async (deadline) => {
        const connection = await begun(askers, 'read', deadline)
        let stopping: Promise<void> | undefined
        const stop = (): void => {
          stopping ??= stopStatement(connection, driver, credentials, warnOnce)
        }
        deadline.signal.addEventListener('abort', stop, { once: true })
        try {
          return await askUserStatement(connection, deadline, statement)
        } finally {
          deadline.signal.removeEventListener('abort', stop)
          if (connection.isOpen) await connection.rollback().catch(() => undefined)
          await stopping
          await askers.release(connection, false) // whatever the statement has left in its session ends with it
        }
      }),
    usage,
    close,
  }
}

/**
 * A connection in a transaction. One that was lost while nobody used it is left for another: not every driver notices before it is
 * used, and nothing has been done on it.
 */
const begun = async (pool: Pool, mode: keyof typeof BEGIN, deadline: Deadline): Promise<HanaConnection> => {
  for (;;) {
    const connection = await pool.acquire(deadline.signal)
    const { isUsed } = connection
    try {
      await beforeDeadline(begin(connection, mode, deadline), deadline)
      deadline.check()
      return connection
    } catch (error) {
      connection.destroy() // it is good for nothing else
      await pool.release(connection, false)
      if (!isUsed || deadline.signal.aborted || !(error instanceof AdminError) || error.code !== 'DATABASE_UNAVAILABLE')
        throw error
    }
  }
}

const begin = async (connection: HanaConnection, mode: keyof typeof BEGIN, deadline: Deadline): Promise<void> => {
  connection.limitTime(() => deadline.left())
  for (const sql of BEGIN[mode]) await connection.execute(sql, [])
}
