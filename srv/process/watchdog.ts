import cds from '@sap/cds'

/** What this file uses of a CAP database transaction. */
interface Transaction {
  acquire(): Promise<unknown>
  release(): Promise<void>
  rollback(): Promise<void>
  destroy(): Promise<void>
  readonly kind: string
}

const LOG = cds.log('process')
const CHECKS_PER_TIMEOUT = 12

/**
 * Ends transactions that stay open longer than `timeoutMs`, so that one that is never finished cannot hold a connection
 * for ever. On PostgreSQL and HANA its connection is closed; on SQLite, where the connection may hold the database
 * itself, it is rolled back.
 *
 * @returns a function that ends the watch.
 */
export const watchTransactions = (database: unknown, timeoutMs: number): (() => void) => {
  const service = database as Transaction
  const open = new Map<Transaction, number>()
  const { acquire, release, destroy } = service
  Object.assign(service, {
    async acquire(this: Transaction): Promise<unknown> {
      const connection = await acquire.call(this)
      open.set(this, performance.now())
      return connection
    },
    async release(this: Transaction): Promise<void> {
      open.delete(this)
      await release.call(this)
    },
    async destroy(this: Transaction): Promise<void> {
      open.delete(this)
      await destroy.call(this)
    },
  })
  const timer = setInterval(() => {
    const oldest = performance.now() - timeoutMs
    for (const [transaction, since] of open) if (since < oldest) void end(transaction)
  }, timeoutMs / CHECKS_PER_TIMEOUT)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}

const end = async (transaction: Transaction): Promise<void> => {
  LOG.error('a transaction stayed open too long and is ended')
  try {
    await (transaction.kind.startsWith('sqlite') ? transaction.rollback() : transaction.destroy())
  } catch (error) {
    LOG.error('the transaction could not be ended:', error)
  }
}
