import type { DatabaseSync } from 'node:sqlite'
import { quoteIdentifier } from '../../core/identifiers.ts'
import { AdminError } from '../../core/errors.ts'
import { failureOf } from './errors.ts'
import { prepare } from './statements.ts'
import type { TableTarget } from '../session.ts'

/** SQLITE_CONSTRAINT_FOREIGNKEY */
const NO_PARTNER = 787

/** Whether rows of a table may refer to others of it, which may come later in a file. */
export const refersToItself = (database: DatabaseSync, { schema, table }: TableTarget): boolean =>
  prepare(database, 'SELECT 1 FROM temp.pragma_foreign_key_list(?1, ?2) WHERE "table" = ?1 COLLATE NOCASE').get(
    table,
    schema,
  ) !== undefined

/** Counts rows without a partner of a table, or of tables that refer to it, with keys that wait for the end of a transaction: only the text tells. */
export const violationsOfDeferred = (schema: string): string => `SELECT count(*) AS violations
  FROM ${quoteIdentifier(schema)}.sqlite_schema AS t, temp.pragma_foreign_key_check(t.name, ?2)
 WHERE t.type = 'table' AND t.sql LIKE '%DEFERRED%'
   AND (t.name = ?1 OR EXISTS (SELECT 1 FROM temp.pragma_foreign_key_list(t.name, ?2) WHERE "table" = ?1 COLLATE NOCASE))`

/**
 * Inserts rows that may refer to later ones. Keys are checked at once until one has no partner, and from then on at the
 * end of the transaction: there is no way back before that.
 *
 * @see https://www.sqlite.org/pragma.html#pragma_defer_foreign_keys
 */
export class DeferredKeys {
  readonly #database: DatabaseSync
  readonly #target: TableTarget
  /** Lines of the rows that were not checked at once. */
  #lines: RowLines | undefined

  constructor(database: DatabaseSync, target: TableTarget) {
    this.#database = database
    this.#target = target
  }

  /** @param run inserts the row. @returns its number. */
  insert(run: () => unknown, line: number): void {
    try {
      const row = run()
      this.#lines?.add(Number(row), line)
    } catch (error) {
      if (this.#lines || failureOf(error).errcode !== NO_PARTNER) throw error
      prepare(this.#database, 'PRAGMA defer_foreign_keys = ON').run()
      this.#lines = new RowLines()
      this.#lines.add(Number(run()), line)
    }
  }

  /** @throws AdminError `CONSTRAINT_VIOLATION` naming the first line whose row has no partner. */
  check(): void {
    if (!this.#lines) return
    const { schema, table } = this.#target
    const lines = this.#lines.sorted()
    let first = Infinity
    const violations = prepare(this.#database, 'SELECT rowid AS row FROM temp.pragma_foreign_key_check(?, ?)')
    for (const { row } of violations.iterate(table, schema)) first = Math.min(first, lines.lineOf(Number(row)))
    if (first < Infinity) throw new AdminError('CONSTRAINT_VIOLATION', `Line ${first}: FOREIGN KEY constraint failed`)
  }
}

/** Lines by the numbers of their rows: most rows follow each other as their lines do, so that only where that ends is kept. */
class RowLines {
  #rows = new Float64Array(64)
  #lines = new Uint32Array(64)
  #counts = new Uint32Array(64)
  #used = 0

  add(row: number, line: number): void {
    if (Number.isNaN(row)) return // it was updated
    const last = this.#used - 1
    const count = this.#counts[last] ?? 0
    if (last >= 0 && row === (this.#rows[last] ?? 0) + count && line === (this.#lines[last] ?? 0) + count) {
      this.#counts[last] = count + 1
      return
    }
    if (this.#used === this.#rows.length) this.#grow()
    this.#rows[this.#used] = row
    this.#lines[this.#used] = line
    this.#counts[this.#used++] = 1
  }

  #grow(): void {
    const length = 2 * this.#rows.length
    const grown = <T extends Float64Array | Uint32Array>(to: T, from: T): T => {
      to.set(from)
      return to
    }
    this.#rows = grown(new Float64Array(length), this.#rows)
    this.#lines = grown(new Uint32Array(length), this.#lines)
    this.#counts = grown(new Uint32Array(length), this.#counts)
  }

  /** To be looked into; a row that was replaced stands for several lines, of which the last counts. */
  sorted(): { lineOf(row: number): number } {
    const [rows, lines, counts] = [this.#rows, this.#lines, this.#counts]
    const order = Uint32Array.from({ length: this.#used }, (_, index) => index)
    order.sort((a, b) => (rows[a] ?? 0) - (rows[b] ?? 0) || a - b)
    /** Behind the last row of all runs up to one: those may lie within each other. */
    const reach = new Float64Array(order.length)
    for (let at = 0; at < order.length; at++) {
      const run = order[at] ?? 0
      reach[at] = Math.max(reach[at - 1] ?? -Infinity, (rows[run] ?? 0) + (counts[run] ?? 0))
    }
    return {
      lineOf: (row) => {
        let [low, high] = [0, order.length]
        while (low < high) {
          const middle = (low + high) >> 1
          if ((rows[order[middle] ?? 0] ?? 0) <= row) low = middle + 1
          else high = middle
        }
        for (let at = low - 1; (reach[at] ?? -Infinity) > row; at--) {
          const run = order[at] ?? 0
          const distance = row - (rows[run] ?? 0)
          if (distance < (counts[run] ?? 0)) return (lines[run] ?? 0) + distance
        }
        return Infinity
      },
    }
  }
}
