import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { quoteIdentifier as quote } from '../../core/identifiers.ts'
import { AdminError } from '../../core/errors.ts'
import type { TableTarget } from '../session.ts'
import { prepare } from './statements.ts'

interface Partner {
  /** The foreign key's first. */
  readonly column: string
  readonly table: string
  /** Places of the foreign key's columns in a row. */
  readonly places: readonly number[]
  readonly find: StatementSync
}

interface KeyColumn {
  readonly id: number
  readonly table: string
  readonly from: string
  /** Null for the primary key. */
  readonly to: string | null
}

/**
 * Finds rows whose foreign key has no partner before they are inserted. SQLite itself tells that of keys that wait for the end
 * of the transaction only then, when no row can be left out any more. Keys that refer to rows of their own table are left to it:
 * the partner may come later in a file.
 *
 * @see https://www.sqlite.org/foreignkeys.html#fk_deferred
 */
export class Partners {
  readonly #database: DatabaseSync
  readonly #partners: readonly Partner[]

  /** @param columns names of the values of a row, in their order. */
  constructor(database: DatabaseSync, target: TableTarget, columns: readonly string[]) {
    this.#database = database
    this.#partners = isEnforced(database) ? partnersOf(database, target, columns) : []
  }

  /**
   * Inserts a row unless it lacks a partner, which triggers of the table may add meanwhile.
   *
   * @param run inserts it. @returns what that returned.
   * @throws AdminError `CONSTRAINT_VIOLATION`; the row is not there then.
   */
  insert(row: readonly SQLInputValue[], run: () => unknown): unknown {
    if (!this.#missing(row)) return run()
    this.#database.exec('SAVEPOINT "partner"')
    try {
      const inserted = run()
      const partner = this.#missing(row)
      if (partner)
        throw new AdminError(
          'CONSTRAINT_VIOLATION',
          `FOREIGN KEY constraint failed: '${partner.column}' refers to a row of '${partner.table}' that is not there`,
        )
      return inserted
    } catch (error) {
      // A trigger may have ended the transaction.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK TO "partner"')
      throw error
    } finally {
      if (this.#database.isTransaction) this.#database.exec('RELEASE "partner"')
    }
  }

  #missing(row: readonly SQLInputValue[]): Partner | undefined {
    return this.#partners.find(({ places, find }) => {
      const key = places.map((place) => row[place] ?? null)
      return !key.includes(null) && find.get(...key) === undefined
    })
  }
}

const isEnforced = (database: DatabaseSync): boolean =>
  prepare(database, 'PRAGMA foreign_keys').get()?.['foreign_keys'] === 1

const partnersOf = (database: DatabaseSync, { schema, table }: TableTarget, columns: readonly string[]): Partner[] => {
  const rows = prepare(
    database,
    'SELECT id, "table", "from", "to" FROM temp.pragma_foreign_key_list(?1, ?2) WHERE "table" <> ?1 COLLATE NOCASE ORDER BY id, seq',
  ).all(table, schema) as unknown as KeyColumn[]
  const primaryKey = prepare(database, 'SELECT name FROM temp.pragma_table_info(?, ?) WHERE pk > 0 ORDER BY pk')
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((key): Partner[] => {
    const [first] = key
    const places = key.map(({ from }) => columns.findIndex((name) => name.toLowerCase() === from.toLowerCase()))
    // A column that the file does not have gets its default.
    if (!first || places.includes(-1)) return []
    const referred = key.map(({ to }, index) => to ?? primaryKey.all(first.table, schema)[index]?.['name'])
    const isSame = referred.map((name) => `${quote(String(name))} = ?`)
    const sql = `SELECT 1 FROM ${quote(schema)}.${quote(first.table)} WHERE ${isSame.join(' AND ')}`
    try {
      return [{ column: first.from, table: first.table, places, find: prepare(database, sql) }]
    } catch {
      return [] // the table is not there: SQLite says so itself
    }
  })
}
