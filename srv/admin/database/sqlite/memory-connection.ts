import { DatabaseSync } from 'node:sqlite'
import { AdminError } from '../../core/errors.ts'

/** The one connection to a database in memory, which its owner lends. */
export interface MemoryConnection {
  /**
   * Runs `work` while nobody else uses the connection, outside any transaction.
   * @throws the signal's reason when it aborts while waiting.
   */
  borrow<T>(signal: AbortSignal, work: (connection: DatabaseSync) => Promise<T>): Promise<T>
}

/** What is needed of CAP's database service. */
export interface CapDatabase {
  tx(context: object): {
    readonly dbc?: unknown
    /** With `true`: takes a connection out of the pool, and begins no transaction. */
    begin(isMinimal: true): Promise<unknown>
    release(): Promise<void>
  }
}

/** Whether the connection is one of `node:sqlite`: those of other drivers cannot do what is needed of it. */
export const hasNodeDriver = async (database: CapDatabase): Promise<boolean> => {
  const tx = database.tx({})
  await tx.begin(true)
  try {
    return tx.dbc instanceof DatabaseSync
  } finally {
    await tx.release()
  }
}

/** Borrows the connection of CAP's pool; requests to CAP's services wait meanwhile. */
export const borrowFromCap = (database: CapDatabase): MemoryConnection => ({
  async borrow(signal, work) {
    signal.throwIfAborted()
    const tx = database.tx({})
    const turn = tx.begin(true)
    try {
      await Promise.race([turn, aborted(signal)])
    } catch (error) {
      turn.then(
        () => tx.release(),
        () => undefined,
      )
      if (signal.aborted) throw error
      throw new AdminError('LOCK_TIMEOUT', 'The connection of the database in memory is busy', { cause: error })
    }
    try {
      if (!(tx.dbc instanceof DatabaseSync))
        throw new AdminError('NOT_SUPPORTED', 'A database in memory needs the driver node:sqlite')
      return await work(tx.dbc)
    } finally {
      await tx.release()
    }
  },
})

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))
