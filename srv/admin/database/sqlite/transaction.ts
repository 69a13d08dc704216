import type { DatabaseSync } from 'node:sqlite'
import { prepare } from './prepare.ts'
import type { Ask } from './protocol.ts'

/**
 * The transaction of a connection, which can leave foreign keys unchecked: for a whole one only.
 *
 * @see https://www.sqlite.org/pragma.html#pragma_foreign_keys
 */
export class Transaction {
  /** Keys are to be checked again when it has ended. */
  #leavesKeys = false

  begin(database: DatabaseSync, { write, foreignKeys }: Ask<'begin'>): void {
    if (!foreignKeys) {
      this.#leavesKeys = prepare(database, 'PRAGMA foreign_keys').get()?.['foreign_keys'] === 1
      database.exec('PRAGMA foreign_keys = OFF')
    }
    try {
      database.exec(write ? 'BEGIN IMMEDIATE' : 'BEGIN')
    } finally {
      this.#checkKeysAgain(database)
    }
  }

  end(database: DatabaseSync, { commit }: Ask<'end'>): void {
    try {
      if (database.isTransaction) database.exec(commit ? 'COMMIT' : 'ROLLBACK')
    } finally {
      this.#checkKeysAgain(database)
    }
  }

  /** Unless a transaction is open: it has begun, or could not be committed. */
  #checkKeysAgain(database: DatabaseSync): void {
    if (!this.#leavesKeys || database.isTransaction) return
    database.exec('PRAGMA foreign_keys = ON')
    this.#leavesKeys = false
  }
}
