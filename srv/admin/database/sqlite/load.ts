import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type LoadPlan, type LoadStep, type Written, type Merge, LoadTally } from '../../core/transfer/load.ts'
import { RowReader } from '../../core/transfer/row-reader.ts'
import type { Value } from '../../core/values.ts'
import { DeferredKeys, refersToItself } from './deferred-keys.ts'
import type { TableTarget } from '../session.ts'
import { failureOf, sqliteError } from './errors.ts'
import { Partners } from './partners.ts'
import { quoteIdentifier as quote } from '../../core/identifiers.ts'
import { AdminError } from '../../core/errors.ts'
import { prepare } from './statements.ts'

/** Lives as long as the load, in its transaction. */
const INDEX = quote('dba_import_keys')

/** Finds the row that one of a file means, and updates it. */
class MergeRows {
  readonly mode: Merge['mode']
  readonly #places: { readonly keys: readonly number[]; readonly values: readonly number[] }
  readonly #find: StatementSync
  readonly #update: StatementSync | undefined
  readonly #dropIndex: () => void

  /** @param columns names of the values of a row, in their order. */
  constructor(
    database: DatabaseSync,
    { schema, table }: TableTarget,
    columns: readonly string[],
    { mode, keys }: Merge,
  ) {
    const keyed = columns.map((name) => keys.includes(name))
    const places = [...columns.keys()]
    this.mode = mode
    this.#places = {
      keys: places.filter((place) => keyed[place]),
      values: places.filter((place) => !keyed[place]),
    }
    const is = (indexes: readonly number[], separator: string): string =>
      indexes.map((place) => `${quote(columns[place] ?? '')} = ?`).join(separator)
    const target = `${quote(schema)}.${quote(table)}`
    const isMeant = is(this.#places.keys, ' AND ')
    const find = `SELECT count(*) AS rows FROM (SELECT 1 FROM ${target} WHERE ${isMeant} LIMIT 2)`
    this.#dropIndex = searched(database, find)
      ? () => undefined
      : indexed(
          database,
          { schema, table },
          this.#places.keys.map((place) => columns[place] ?? ''),
        )
    this.#find = prepare(database, find)
    const { values } = this.#places
    if (mode !== 'ignore' && values.length > 0)
      this.#update = prepare(database, `UPDATE ${target} SET ${is(values, ', ')} WHERE ${isMeant}`)
  }

  /** @throws AdminError `CONSTRAINT_VIOLATION` when it could be several. */
  isThere(row: readonly SQLInputValue[]): boolean {
    const rows = Number(this.#find.get(...this.#places.keys.map((place) => row[place] ?? null))?.['rows'])
    if (rows > 1) throw new AdminError('CONSTRAINT_VIOLATION', 'Several rows of the table have this key')
    return rows > 0
  }

  /** @returns number of rows that have changed. */
  update(row: readonly SQLInputValue[]): number {
    const { keys, values } = this.#places
    return Number(this.#update?.run(...[...values, ...keys].map((place) => row[place] ?? null)).changes ?? 0)
  }

  end(): void {
    this.#dropIndex()
  }
}

/** Whether a statement looks its rows up, instead of going through all of them. */
const searched = (database: DatabaseSync, sql: string): boolean =>
  prepare(database, `EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .some(({ detail }) => String(detail).startsWith('SEARCH'))

/** @returns what removes the index again. */
const indexed = (database: DatabaseSync, { schema, table }: TableTarget, columns: readonly string[]): (() => void) => {
  const index = `${quote(schema)}.${INDEX}`
  try {
    database.exec(`CREATE INDEX ${index} ON ${quote(table)} (${columns.map(quote).join(', ')})`)
  } catch (error) {
    // Virtual tables have none.
    if (database.isTransaction) return () => undefined
    throw error
  }
  return () => {
    database.exec(`DROP INDEX ${index}`)
  }
}

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
