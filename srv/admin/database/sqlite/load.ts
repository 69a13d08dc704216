import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { LoadPlan, LoadStep } from '../../core/transfer/load-plan.ts'
import { LoadTally } from '../../core/transfer/load-tally.ts'
import { RowReader } from '../../core/transfer/row-reader.ts'
import type { Value } from '../../core/values.ts'
import { failureOf, sqliteError } from './errors.ts'
import { toSqlite } from './to-sqlite.ts'

/**
 * Reads a file into a table where the database is. SQLite undoes a failed statement by itself, so bad rows need no
 * savepoints.
 */
export class SqliteLoad {
  readonly #database: DatabaseSync
  readonly #statement: StatementSync
  readonly #tally: LoadTally
  readonly #reader: RowReader

  constructor(database: DatabaseSync, statement: StatementSync, plan: LoadPlan) {
    this.#database = database
    this.#statement = statement
    this.#tally = new LoadTally(plan)
    this.#reader = new RowReader(plan, {
      row: (values, line) => {
        this.#insert(values, line)
      },
      problem: (problem) => {
        this.#tally.rejected(problem)
      },
    })
  }

  push(bytes: Uint8Array): LoadStep {
    this.#reader.push(bytes)
    return this.#tally.take()
  }

  end(): LoadStep {
    this.#reader.end()
    return this.#tally.take()
  }

  #insert(values: readonly Value[], line: number): void {
    try {
      this.#statement.run(...values.map(toStored))
    } catch (thrown) {
      const error = sqliteError(failureOf(thrown))
      // Whatever is not the row's fault, or has ended the transaction, ends the load.
      const isRowsFault = error.code === 'CONSTRAINT_VIOLATION' || error.code === 'INVALID_PARAMETER'
      if (!isRowsFault || !this.#database.isTransaction) throw thrown
      this.#tally.rejected({ line, column: null, code: error.code, message: error.withReason(true).details })
      return
    }
    this.#tally.inserted(1)
  }
}

/** CAP keeps binary values as base64 text. */
const toStored = (value: Value): ReturnType<typeof toSqlite> =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : toSqlite(value)
