import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { LoadPlan, LoadStep } from '../../core/transfer/load-plan.ts'
import { LoadTally } from '../../core/transfer/load-tally.ts'
import type { Written } from '../../core/transfer/merge.ts'
import { RowReader } from '../../core/transfer/row-reader.ts'
import type { Value } from '../../core/values.ts'
import { DeferredKeys, refersToItself } from './deferred-keys.ts'
import type { TableTarget } from '../session.ts'
import { failureOf, sqliteError } from './errors.ts'
import { MergeRows } from './merge-rows.ts'
import { Partners } from './partners.ts'

/**
 * Reads a file into a table where the database is. SQLite undoes a failed statement by itself, so bad rows need no
 * savepoints.
 */
export class SqliteLoad {
  readonly #database: DatabaseSync
  readonly #statement: StatementSync
  readonly #tally: LoadTally
  readonly #reader: RowReader
  readonly #keys: DeferredKeys | undefined
  readonly #partners: Partners | undefined
  readonly #merge: MergeRows | undefined

  constructor(database: DatabaseSync, target: TableTarget, statement: StatementSync, plan: LoadPlan) {
    this.#database = database
    // Bad rows are left out one by one, so each has to be judged at once.
    this.#keys =
      plan.onError === 'abort' && refersToItself(database, target) ? new DeferredKeys(database, target) : undefined
    const columns = plan.columns.map(({ name }) => name)
    this.#partners = plan.checksEachRow ? new Partners(database, target, columns) : undefined
    this.#merge = plan.merge && new MergeRows(database, target, columns, plan.merge)
    this.#statement = statement
    this.#tally = new LoadTally(plan)
    this.#reader = new RowReader(plan, {
      row: (values, line) => this.#insert(values, line),
      problem: (problem) => this.#tally.rejected(problem),
    })
  }

  push(bytes: Uint8Array): LoadStep {
    this.#reader.push(bytes)
    return this.#step()
  }

  end(): LoadStep {
    this.#reader.end()
    this.#keys?.check()
    this.#merge?.end()
    return this.#step()
  }

  #step(): LoadStep {
    return { ...this.#tally.take(), reshaped: [...this.#reader.reshaped] }
  }

  #insert(values: readonly Value[], line: number): void {
    const stored = values.map(toStored)
    try {
      const written = this.#write(stored, line)
      this.#tally.read(1)
      this.#tally.wrote(written)
    } catch (thrown) {
      const error = sqliteError(failureOf(thrown))
      // Whatever is not the row's fault, or has ended the transaction, ends the load.
      const isRowsFault = error.code === 'CONSTRAINT_VIOLATION' || error.code === 'INVALID_PARAMETER'
      if (!isRowsFault || !this.#database.isTransaction) throw thrown
      this.#tally.refused(line, error)
    }
  }

  #write(row: readonly SQLInputValue[], line: number): Written {
    const merge = this.#merge
    const isThere = merge?.isThere(row) === true
    if (merge && (isThere ? merge.mode === 'ignore' : merge.mode === 'update')) return IGNORED
    let isWritten = false
    const run = (): unknown => {
      if (merge && isThere) {
        isWritten = merge.update(row) > 0
        return undefined
      }
      const { changes, lastInsertRowid } = this.#statement.run(...row)
      isWritten = Number(changes) > 0
      return lastInsertRowid
    }
    const partners = this.#partners
    const checked = partners ? (): unknown => partners.insert(row, run) : run
    if (this.#keys) this.#keys.insert(checked, line)
    else checked()
    // A trigger may have left it out.
    return (isWritten as boolean) ? (isThere ? UPDATED : INSERTED) : IGNORED
  }
}

const IGNORED: Written = { inserted: 0, updated: 0, ignored: 1 }
const INSERTED: Written = { inserted: 1, updated: 0, ignored: 0 }
const UPDATED: Written = { inserted: 0, updated: 1, ignored: 0 }

/** Numbers are bound as REAL, and whole ones have been read as what they are. */
const toStored = (value: Value): SQLInputValue => (typeof value === 'boolean' ? (value ? 1n : 0n) : value)
