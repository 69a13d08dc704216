import cds from '@sap/cds'
import type { DatabaseService as Transaction } from '../cap/database-service.ts'
import { readSettings } from './settings.ts'

const CHECKS_PER_TIMEOUT = 10

/**
 * Ends transactions that stay open longer than `timeoutMs`, so that one that is never finished cannot hold a connection
 * for ever. On PostgreSQL and HANA its connection is closed, whatever it waits for. On SQLite, where the connection may
 * hold the database itself, it is rolled back. What it has written is lost, so it can no longer be committed.
 *
 * @returns a function that ends the watch.
 */
export const endLongTransactions = (
  database: unknown,
  timeoutMs = readSettings().transactionTimeoutMs,
): (() => void) => {
  const service = database as Transaction
  const { acquire, release, destroy, commit } = service
  const open = new Map<Transaction, number>()
  const ended = new WeakSet<Transaction>()

  Object.assign(service, {
    async acquire() {
      const connection = await acquire.call(this)
      open.set(this, performance.now())
      return connection
    },
    async release() {
      open.delete(this)
      await release.call(this)
    },
    async destroy() {
      open.delete(this)
      await destroy.call(this)
    },
    async commit() {
      if (ended.has(this))
        throw Object.assign(new Error('The transaction took too long and was ended'), { code: 'TRANSACTION_CLOSED' })
      return commit.call(this)
    },
  } satisfies Partial<Transaction> as Partial<Transaction>)

  const endOverdue = (): void => {
    const oldest = performance.now() - timeoutMs
    for (const [transaction, since] of open) {
      if (since > oldest) continue
      open.delete(transaction)
      ended.add(transaction)
      void end(transaction)
    }
  }
  const timer = setInterval(endOverdue, timeoutMs / CHECKS_PER_TIMEOUT).unref()
  return () => clearInterval(timer)
}

const end = async (transaction: Transaction): Promise<void> => {
  const log = cds.log('process')
  log.error('a transaction stayed open too long and is ended')
  try {
    if (transaction.kind !== 'sqlite') await transaction.destroy()
    // Of the database only, not of the whole that it is part of: that one would call itself done, and CAP goes on.
    await transaction.rollback()
  } catch (error) {
    log.error('the transaction could not be ended:', error)
  }
}
