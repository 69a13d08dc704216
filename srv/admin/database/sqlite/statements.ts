import { DatabaseSync, type StatementSync, type SQLInputValue } from 'node:sqlite'
import { existsSync } from 'node:fs'
import type { Value } from '../../core/values.ts'
import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Ask } from './protocol.ts'

/** Prepares a statement as the engine does: CAP's class overrides `prepare`. */
export const prepare = (database: DatabaseSync, sql: string): StatementSync =>
  DatabaseSync.prototype.prepare.call(database, sql)

/** node:sqlite binds every number as REAL; whole numbers are INTEGER here. */
export const toSqlite = (value: Value): SQLInputValue => {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return Number.isSafeInteger(value) ? BigInt(value as number) : value
}

/**
 * Tells the tables in which virtual ones keep their rows: named after them, with an underscore and a word behind.
 *
 * @see https://www.sqlite.org/vtab.html#the_xshadowname_method
 */
export const shadowTables = (database: DatabaseSync): ((name: string) => boolean) => {
  const all = (sql: string): string[] =>
    database
      .prepare(sql)
      .all()
      .map(({ name }) => String(name))
  const prefixes = all('SELECT name FROM temp.pragma_database_list').flatMap((schema) =>
    all(
      `SELECT name FROM ${quoteIdentifier(schema)}.sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'`,
    ).map((name) => `${name}_`),
  )
  return (table) => prefixes.some((prefix) => table.startsWith(prefix))
}

/**
 * Moves what the write-ahead log of a file holds into the file, so that a copy of it alone is complete, and removes the log
 * unless somebody else still has the file open, who does the same then. Connections of processes that were ended leave it.
 *
 * @see https://www.sqlite.org/wal.html#the_wal_file
 */
export const finishLog = (file: string): void => {
  if (!existsSync(`${file}-wal`)) return
  try {
    const database = new DatabaseSync(file)
    try {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      database.close()
    }
  } catch {
    // It is in use, cannot be written or is none of SQLite: it stays as it is, and whoever opens it next finds all of it.
  }
}

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
