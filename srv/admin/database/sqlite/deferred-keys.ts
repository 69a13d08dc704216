import { DatabaseSync } from 'node:sqlite'
import { quoteIdentifier } from '../../core/identifiers.ts'
import { AdminError } from '../../errors.ts'
import { failureOf } from './errors.ts'
import type { LoadTarget } from './protocol.ts'

/** SQLITE_CONSTRAINT_FOREIGNKEY, and SQLite's text for it. */
const NO_PARTNER = 787
const MESSAGE = 'FOREIGN KEY constraint failed'

const prepare = (database: DatabaseSync, sql: string) => DatabaseSync.prototype.prepare.call(database, sql)

/** Whether rows of a table may refer to others of it, which may come later in a file. */
export const refersToItself = (database: DatabaseSync, { schema, table }: LoadTarget): boolean =>
  prepare(database, 'SELECT 1 FROM temp.pragma_foreign_key_list(?1, ?2) WHERE "table" = ?1 COLLATE NOCASE').get(
    table,
    schema,
  ) !== undefined

/**
 * The name of the number by which a row of a table can be deleted without more happening; undefined where rows have none,
 * where its names are those of columns, and where keys act on deletion.
 */
export const rowNumberOf = (database: DatabaseSync, { schema, table }: LoadTarget): string | undefined => {
  const columns = prepare(
    database,
    `SELECT lower(c.name) AS name FROM temp.pragma_table_list(?1) AS t CROSS JOIN temp.pragma_table_xinfo(?1, ?2) AS c
      WHERE t.schema = ?2 AND NOT t.wr AND NOT EXISTS (SELECT 1 FROM temp.pragma_foreign_key_list(?1, ?2)
              WHERE "table" = ?1 COLLATE NOCASE AND on_delete <> 'NO ACTION')`,
  ).all(table, schema)
  const names = new Set(columns.map(({ name }) => name))
  return names.size === 0 ? undefined : ['rowid', '_rowid_', 'oid'].find((name) => !names.has(name))
}

/**
 * Inserts rows that may refer to later ones. Keys are checked at once until one has no partner, and from then on at the
 * end of the transaction: there is no way back before that.
 *
 * @see https://www.sqlite.org/pragma.html#pragma_defer_foreign_keys
 */
export class DeferredKeys {
  readonly #database: DatabaseSync
  readonly #target: LoadTarget
  /** Lines of rows by their number, of those that were not checked at once. */
  #lines: Map<number, number> | undefined

  constructor(database: DatabaseSync, target: LoadTarget) {
    this.#database = database
    this.#target = target
  }

  /** @param run inserts the row. @returns its number. */
  insert(run: () => unknown, line: number): void {
    try {
      const row = run()
      this.#lines?.set(Number(row), line)
    } catch (error) {
      if (this.#lines || failureOf(error).errcode !== NO_PARTNER) throw error
      prepare(this.#database, 'PRAGMA defer_foreign_keys = ON').run()
      this.#lines = new Map([[Number(run()), line]])
    }
  }

  /** @throws AdminError `CONSTRAINT_VIOLATION` naming the first line whose row has no partner. */
  check(): void {
    const lines = this.#orphans().map(({ line }) => line)
    if (lines.length > 0)
      throw new AdminError(
        'CONSTRAINT_VIOLATION',
        `Line ${String(lines.reduce((first, line) => Math.min(first, line)))}: ${MESSAGE}`,
      )
  }

  /**
   * Deletes rows without partners, and those that lose theirs by that.
   *
   * @param rowNumber the name of the rows' numbers. @param onRow told of each.
   */
  deleteOrphans(rowNumber: string, onRow: (problem: { line: number; message: string }) => void): void {
    const { schema, table } = this.#target
    const name = `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`
    for (let orphans = this.#orphans(); orphans.length > 0; orphans = this.#orphans())
      for (const { row, line } of orphans) {
        prepare(this.#database, `DELETE FROM ${name} WHERE ${rowNumber} = ?`).run(row)
        this.#lines?.delete(row)
        onRow({ line, message: MESSAGE })
      }
  }

  #orphans(): { readonly row: number; readonly line: number }[] {
    const lines = this.#lines
    if (!lines) return []
    const { schema, table } = this.#target
    const found = prepare(this.#database, 'SELECT DISTINCT rowid AS row FROM temp.pragma_foreign_key_check(?, ?)').all(
      table,
      schema,
    )
    return found.flatMap(({ row }) => {
      const line = lines.get(Number(row))
      return line === undefined ? [] : [{ row: Number(row), line }]
    })
  }
}
