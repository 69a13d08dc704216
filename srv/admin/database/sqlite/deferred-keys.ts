import type { DatabaseSync } from 'node:sqlite'
import { AdminError } from '../../errors.ts'
import { failureOf } from './errors.ts'
import { prepare } from './prepare.ts'
import type { TableTarget } from '../session.ts'

/** SQLITE_CONSTRAINT_FOREIGNKEY */
const NO_PARTNER = 787

/** Whether rows of a table may refer to others of it, which may come later in a file. */
export const refersToItself = (database: DatabaseSync, { schema, table }: TableTarget): boolean =>
  prepare(database, 'SELECT 1 FROM temp.pragma_foreign_key_list(?1, ?2) WHERE "table" = ?1 COLLATE NOCASE').get(
    table,
    schema,
  ) !== undefined

/**
 * Inserts rows that may refer to later ones. Keys are checked at once until one has no partner, and from then on at the
 * end of the transaction: there is no way back before that.
 *
 * @see https://www.sqlite.org/pragma.html#pragma_defer_foreign_keys
 */
export class DeferredKeys {
  readonly #database: DatabaseSync
  readonly #target: TableTarget
  /** Lines of rows by their number, of those that were not checked at once. */
  #lines: Map<number, number> | undefined

  constructor(database: DatabaseSync, target: TableTarget) {
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
    if (!this.#lines) return
    const { schema, table } = this.#target
    const rows = prepare(this.#database, 'SELECT rowid AS row FROM temp.pragma_foreign_key_check(?, ?)').all(
      table,
      schema,
    )
    const lines = rows.flatMap(({ row }) => this.#lines?.get(Number(row)) ?? [])
    if (lines.length > 0)
      throw new AdminError(
        'CONSTRAINT_VIOLATION',
        `Line ${lines.reduce((first, line) => Math.min(first, line))}: FOREIGN KEY constraint failed`,
      )
  }
}
