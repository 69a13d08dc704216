import type { Statement } from '../../../core/values.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { RowChanges } from '../../../dialects/row-changes.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import type { ResolvedTable } from '../../operation.ts'
import type { Cell, SentCell } from './cells.ts'

/** A change whose names and values are known. */
export interface Change {
  /** Of the request, from 0. */
  readonly index: number
  readonly action: 'insert' | 'update' | 'delete'
  readonly key: readonly Cell[]
  /** What was read; empty where the row may hold anything. */
  readonly was: readonly SentCell[]
  readonly values: readonly Cell[]
}

/** A statement with the names of the columns of its result. */
export interface LockStatement extends Statement {
  readonly columns: readonly string[]
}

/** Writes the statements of changes. Names of columns in results are `c0` and so on. */
export class RowStatements {
  readonly #dialect: Dialect
  readonly #changes: RowChanges
  /** As statements name it. */
  readonly table: string

  constructor(dialect: Dialect, changes: RowChanges, { schema, name }: Pick<ResolvedTable, 'schema' | 'name'>) {
    this.#dialect = dialect
    this.#changes = changes
    this.table = `${dialect.quote(schema)}.${dialect.quote(name)}`
  }

  /**
   * The row of a key in some columns, which nobody else changes from here on.
   *
   * @param length of the longest value that is read as a whole.
   */
  lock(key: readonly Cell[], columns: readonly ColumnMetadata[], length: number): LockStatement {
    const { selectExpression, quote } = this.#dialect
    const cutExpression: NonNullable<Dialect['cutExpression']> = this.#dialect.cutExpression ?? selectExpression
    const selected = columns.map(
      (column, index) => `${cutExpression(column, quote(column.name), length)} AS ${quote(`c${index}`)}`,
    )
    const sql = `SELECT ${['1 AS "n"', ...selected].join(', ')} FROM ${this.table} WHERE ${this.#where(key, 0)}${this.#changes.lock}`
    return { sql, parameters: valuesOf(key), columns: ['n', ...columns.map((_, index) => `c${index}`)] }
  }

  write({ action, key, values }: Change): Statement {
    const names = values.map(({ column }) => this.#dialect.quote(column.name))
    const parameters = values.map(({ column }, index) => this.#changes.assigned(index + 1, column))
    switch (action) {
      case 'insert':
        return values.length === 0
          ? { sql: `INSERT INTO ${this.table} DEFAULT VALUES`, parameters: [] }
          : {
              sql: `INSERT INTO ${this.table} (${names.join(', ')}) VALUES (${parameters.join(', ')})`,
              parameters: valuesOf(values),
            }
      case 'update':
        return {
          sql: `UPDATE ${this.table} SET ${names.map((name, index) => `${name} = ${parameters[index] ?? ''}`).join(', ')} WHERE ${this.#where(key, values.length)}`,
          parameters: valuesOf([...values, ...key]),
        }
      case 'delete':
        return { sql: `DELETE FROM ${this.table} WHERE ${this.#where(key, 0)}`, parameters: valuesOf(key) }
    }
  }

  #where(key: readonly Cell[], before: number): string {
    return key
      .map(
        ({ column }, index) =>
          `${this.#dialect.quote(column.name)} = ${this.#changes.assigned(before + index + 1, column)}`,
      )
      .join(' AND ')
  }
}

const valuesOf = (cells: readonly Cell[]) => cells.map(({ value }) => value)
