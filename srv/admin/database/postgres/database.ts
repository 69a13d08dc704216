import { AdminError } from '../../core/errors.ts'
import { retryConflicts } from '../retry-conflicts.ts'
import { beforeDeadline, type Deadline, withDeadline } from '../deadline.ts'
import { CONNECTIONS, openPools, type ResourcePool } from '../resource-pool.ts'
import type { Database, WorkOptions, WriteSession } from '../session.ts'
import { askUserStatement } from './ask-user-statement.ts'
import { PostgresConnection, type PostgresCredentials } from './connection.ts'
import { PostgresSession } from './session.ts'

/** Ends the running statement through another connection, then the victim's own. */
const cancelWork = async (credentials: PostgresCredentials, victim: PostgresConnection): Promise<void> => {
  try {
    const helper = await PostgresConnection.open(credentials, () => undefined)
    await helper.query('SELECT pg_cancel_backend($1)', [victim.processId])
    await helper.close()
  } catch {
    // The server is gone or accepts no connection: statement_timeout is left.
  }
  victim.destroy()
}

/** How long a statement waits for a lock. */
const LOCK_TIMEOUT_MS = 5_000
/** Serialization failure and deadlock. */
const BEATEN = ['40001', '40P01']
/** Parallel workers of one statement: what can wait leaves the other processors to others. */
const PARALLEL_WORKERS = 1

type Pool = ResourcePool<PostgresConnection>
type Mode = 'READ ONLY' | 'READ WRITE'
type Work<T> = (session: WriteSession) => Promise<T>

/** PostgreSQL through connections of our own. A restart of the server costs the work that it interrupts, no more. */
export const openPostgres = (
  credentials: PostgresCredentials,
  { lockTimeoutMs = LOCK_TIMEOUT_MS }: { lockTimeoutMs?: number } = {},
): Database => {
  const { work, short, askers, usage, close } = openPools(CONNECTIONS, {
    create: (onEnd) => PostgresConnection.open(credentials, onEnd),
    destroy: (connection: PostgresConnection) => connection.close(),
  })

  const transact = <T>(pool: Pool, options: WorkOptions, mode: Mode, run: Work<T>): Promise<T> => {
    // The session's own deadline comes first; these end what a lost server of ours would leave behind.
    const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ ${mode}; SET LOCAL statement_timeout = ${milliseconds(options.timeoutMs + 1_000)};
      SET LOCAL lock_timeout = ${milliseconds(lockTimeoutMs)}; SET LOCAL cursor_tuple_fraction = 1; SET LOCAL synchronize_seqscans = off;
      SET LOCAL idle_in_transaction_session_timeout = ${milliseconds(options.timeoutMs + 60_000)};
      SELECT set_config(name, least(current_setting(name)::int, ${PARALLEL_WORKERS})::text, true)
        FROM (VALUES ('max_parallel_workers_per_gather')) AS settings (name)`
    return withDeadline(options, async (deadline) => {
      const connection = await begun(pool, begin, deadline)
      const cancel = (): void => {
        void cancelWork(credentials, connection)
      }
      deadline.signal.addEventListener('abort', cancel, { once: true })
      try {
        const result = await run(new PostgresSession(connection, deadline))
        deadline.check()
        deadline.dispose() // from here on it is done or not done, never unknown
        // A reader that leaves early takes its connection with it; there is nothing to commit then.
        if (connection.isOpen || mode === 'READ WRITE') await commit(connection)
        return result
      } catch (error) {
        if (!deadline.signal.aborted && connection.isOpen) await connection.run('ROLLBACK').catch(() => undefined)
        throw error
      } finally {
        deadline.signal.removeEventListener('abort', cancel)
        // A cancellation may still be on its way to the server: it must not meet somebody else's statement.
        await pool.release(connection, connection.isOpen && !deadline.signal.aborted)
      }
    })
  }

  return {
    isPersistent: true,
    read: (options, run) => transact(options.isShort ? short : work, options, 'READ ONLY', run),
    write: (options, run) =>
      retryConflicts(options, BEATEN, (timeoutMs) => transact(work, { ...options, timeoutMs }, 'READ WRITE', run)),
    ask: (options, statement) =>
      withDeadline(options, async (deadline) => {
        const connection = await askers.acquire(deadline.signal)
        const cancel = (): void => {
          void cancelWork(credentials, connection)
        }
        deadline.signal.addEventListener('abort', cancel, { once: true })
        try {
          const limits = { timeoutMs: options.timeoutMs, lockTimeoutMs, parallelWorkers: PARALLEL_WORKERS }
          return await askUserStatement(connection, deadline, limits, statement)
        } finally {
          deadline.signal.removeEventListener('abort', cancel)
          await askers.release(connection, false) // whatever the statement has left in its session ends with it
        }
      }),
    usage,
    close,
  }
}

const milliseconds = (value: number): string => String(Math.ceil(value))

/** A connection in a new transaction. One that died unnoticed in the pool is replaced. */
const begun = async (pool: Pool, begin: string, deadline: Deadline): Promise<PostgresConnection> => {
  for (;;) {
    const connection = await pool.acquire(deadline.signal)
    const isUsed = connection.hasServed
    try {
      await beforeDeadline(connection.run(begin), deadline)
      connection.hasServed = true
      return connection
    } catch (error) {
      connection.destroy()
      await pool.release(connection, false)
      deadline.check()
      if (!isUsed) throw error
    }
  }
}

/** A transaction in which a statement failed answers COMMIT by rolling back: that is no success. */
const commit = async (connection: PostgresConnection): Promise<void> => {
  if ((await connection.run('COMMIT')) !== 'COMMIT')
    throw new AdminError('DATABASE_ERROR', 'The transaction had failed and was rolled back')
}
