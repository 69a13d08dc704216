import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { quoteIdentifier as quote } from '../../core/identifiers.ts'
import type { Merge } from '../../core/transfer/merge.ts'
import { AdminError } from '../../errors.ts'
import type { TableTarget } from '../session.ts'
import { prepare } from './prepare.ts'

/** Lives as long as the load, in its transaction. */
const INDEX = quote('dba_import_keys')

/** Finds the row that one of a file means, and updates it. */
export class MergeRows {
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
