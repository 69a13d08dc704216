import { compileFilter } from '../core/filter/compile.ts'
import type { Predicate } from '../core/filter/syntax.ts'
import type { Statement, Value, ValueKind } from '../core/values.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { ColumnMetadata } from '../dialects/metadata.ts'
import type { ResolvedTable } from './operation.ts'

/** A table, or the rows of it that meet a condition. */
export interface TableRows {
  readonly table: ResolvedTable
  readonly where: Predicate | null
}

/**
 * Collects the parameters of one statement while its text is written. Both have to be made in the same order, from left
 * to right, since the parameters of some engines have no numbers.
 */
export class SqlWriter {
  readonly #dialect: Dialect
  readonly #parameters: Value[] = []

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  bind(value: Value, kind: ValueKind): string {
    this.#parameters.push(value)
    return this.#dialect.placeholder(this.#parameters.length, kind)
  }

  /** What stands behind LIMIT or OFFSET, where some engines take no expression. */
  bindCount(value: number): string {
    this.#parameters.push(value)
    return this.#dialect.placeholder(this.#parameters.length)
  }

  /** @param columns of the table that the condition is about. */
  filter(predicate: Predicate, columns: readonly ColumnMetadata[]): string {
    const { sql, parameters } = compileFilter(
      predicate,
      this.#dialect.filterTarget(columns),
      this.#parameters.length + 1,
    )
    this.#parameters.push(...parameters)
    return sql
  }

  quote(name: string): string {
    return this.#dialect.quote(name)
  }

  table({ schema, name }: { readonly schema: string; readonly name: string }): string {
    return `${this.quote(schema)}.${this.quote(name)}`
  }

  /** The rows of a table that meet a condition, for use in FROM. */
  rows({ table, where }: TableRows, alias: string): string {
    const name = this.table(table)
    return where === null
      ? `${name} AS ${alias}`
      : `(SELECT * FROM ${name} WHERE ${this.filter(where, table.columns)}) AS ${alias}`
  }

  /** The column in the form in which answers carry it. */
  select(column: ColumnMetadata, sql: string = this.quote(column.name)): string {
    return this.#dialect.selectExpression(column, sql)
  }

  statement(sql: string): Statement {
    return { sql, parameters: this.#parameters }
  }
}

/** Operands of one group. */
const GROUP = 50

/** Joins operands of an associative operator in groups of groups: engines limit how deep an expression may be. */
export const chained = (operands: readonly string[], operator: string): string => {
  if (operands.length <= GROUP) return operands.join(operator)
  const groups = Array.from({ length: Math.ceil(operands.length / GROUP) }, (_, index) =>
    operands.slice(index * GROUP, (index + 1) * GROUP),
  )
  return chained(
    groups.map((group) => `(${group.join(operator)})`),
    operator,
  )
}
