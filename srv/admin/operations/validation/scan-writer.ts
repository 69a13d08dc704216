import type { Predicate } from '../../core/filter/syntax.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../dialects/metadata.ts'
import type { ResolvedTable } from '../operation.ts'
import { SqlWriter } from '../sql-writer.ts'
import type { PlannedRule } from './check.ts'
import { primaryKey } from '../../core/primary-key.ts'

/** The rows that are examined. */
export interface Scope {
  readonly table: ResolvedTable
  readonly where: Predicate | null
  /** At most so many rows, in their order. */
  readonly limit: number | null
  /** Columns that rows are ordered by: those of the primary key, unless some of them are masked. */
  readonly order: readonly ColumnMetadata[]
}

/** Writes the parts of one statement over the examined rows, each to be used where it stands in the text. */
export class ScanWriter extends SqlWriter {
  readonly #scope: Scope
  /** No column of the table starts with it, so that names without a table are never ambiguous. */
  readonly #prefix: string

  constructor(dialect: Dialect, scope: Scope) {
    super(dialect)
    this.#scope = scope
    const names = scope.table.columns.map(({ name }) => name.toLowerCase())
    let prefix = 'v'
    while (names.some((name) => name.startsWith(prefix))) prefix += '_'
    this.#prefix = prefix
  }

  /** The values of columns as `c0`, `c1` and so on. */
  values(columns: readonly ColumnMetadata[]): string[] {
    return columns.map((column, index) => `${this.select(column)} AS ${this.quote(`c${index}`)}`)
  }

  /** The rows, and beside each what rules about several rows need. */
  from(rules: readonly PlannedRule[]): string {
    return [this.#examined(), ...rules.map((rule, index) => this.#join(rule, index))].join(' ')
  }

  /** The state of a row. @param index position of the rule in what `from` was told. */
  state(rule: PlannedRule, index: number): string {
    const applies = this.#applies(rule)
    const outcome = `CASE WHEN ${this.#fails(rule, index)} THEN 2 ELSE 1 END`
    return applies === null ? outcome : `CASE WHEN ${applies} THEN ${outcome} ELSE 0 END`
  }

  /** No null exactly where a rule looks at the row; null for all rows. */
  checked(rule: PlannedRule): string | null {
    const [column, ...others] = this.#columnsOf(rule)
    if (column && others.length === 0 && rule.where === null) return this.quote(column.name)
    const applies = this.#applies(rule)
    return applies === null ? null : `CASE WHEN ${applies} THEN 1 END`
  }

  /** A condition: the row fails the rule. @param index as above. */
  failed(rule: PlannedRule, index: number): string {
    const applies = this.#applies(rule)
    const fails = this.#fails(rule, index)
    return applies === null ? fails : `${applies} AND ${fails}`
  }

  orderByKey(): string {
    const base = this.#name('base')
    const keys = this.#scope.order.map(({ name }) => `${base}.${this.quote(name)}`)
    return keys.length > 0 ? `ORDER BY ${keys.join(', ')}` : ''
  }

  /** The rows of the table that the request is about, whatever their number. */
  allRows(): string {
    return `${this.table(this.#scope.table)} ${this.#whereClause([this.#scope.where])}`
  }

  /** Null where the rule is about every row. */
  #applies(rule: PlannedRule): string | null {
    const applies = [
      ...(rule.where === null ? [] : [this.#filter(rule.where)]),
      ...this.#notNull(this.#columnsOf(rule)),
    ]
    return applies.length === 0 ? null : applies.join(' AND ')
  }

  /** Columns whose nulls the rule does not look at. */
  #columnsOf({ check, columns }: PlannedRule): readonly ColumnMetadata[] {
    return check.type === 'predicate' && check.looksAtNull ? [] : columns
  }

  #fails({ check }: PlannedRule, index: number): string {
    switch (check.type) {
      case 'predicate':
        return this.#filter(check.fails)
      case 'duplicates':
        return `${this.#joined(index, 0)} IS NOT NULL`
      case 'orphans':
        return `${this.#joined(index, 0)} IS NULL`
      default:
        return '1 = 0'
    }
  }

  condition(predicate: Predicate): string {
    return this.#filter(predicate)
  }

  #examined(): string {
    const { table, where, limit } = this.#scope
    const base = this.#name('base')
    const rows = `SELECT * FROM ${this.table(table)} ${base} ${this.#whereClause([where])}`
    return limit === null
      ? `(${rows}) ${base}`
      : `(${rows} ${this.orderByKey()} LIMIT ${this.bindCount(limit)}) ${base}`
  }

  #join({ check, columns, where }: PlannedRule, index: number): string {
    const names = (of: readonly ColumnMetadata[]): string =>
      of.map(({ name }, key) => `${this.quote(name)} AS ${this.#joinedColumn(index, key)}`).join(', ')
    const base = this.#name('base')
    const on = columns.map((column, key) => `${this.#joined(index, key)} = ${base}.${this.quote(column.name)}`)
    const join = (relation: string): string =>
      `LEFT JOIN (${relation}) ${this.#name(`j${index}`)} ON ${on.join(' AND ')}`
    switch (check.type) {
      case 'duplicates': {
        const rows = `SELECT ${names(columns)} FROM ${this.#examined()}`
        const group = columns.map(({ name }) => this.quote(name)).join(', ')
        return join(`${rows} ${this.#whereClause([where], columns)} GROUP BY ${group} HAVING count(*) > 1`)
      }
      case 'orphans': {
        const { parent, parentColumns } = check
        const keys = primaryKey(parent)
        const isKey = keys.length === parentColumns.length && keys.every((key) => parentColumns.includes(key))
        const rows = `SELECT ${isKey ? '' : 'DISTINCT '}${names(parentColumns)} FROM ${this.table(parent)}`
        return join(`${rows} ${this.#whereClause([], parentColumns)}`)
      }
      default:
        return ''
    }
  }

  #whereClause(predicates: readonly (Predicate | null)[], notNull: readonly ColumnMetadata[] = []): string {
    const conditions = predicates.flatMap((each) => (each === null ? [] : [this.#filter(each)]))
    const all = [...conditions, ...this.#notNull(notNull)]
    return all.length > 0 ? `WHERE ${all.join(' AND ')}` : ''
  }

  #notNull(columns: readonly ColumnMetadata[]): string[] {
    return columns.map(({ name }) => `${this.quote(name)} IS NOT NULL`)
  }

  #filter(predicate: Predicate): string {
    return this.filter(predicate, this.#scope.table.columns)
  }

  #name(name: string): string {
    return this.quote(`${this.#prefix}${name}`)
  }

  #joinedColumn(index: number, key: number): string {
    return this.#name(`j${index}_${key}`)
  }

  #joined(index: number, key: number): string {
    return `${this.#name(`j${index}`)}.${this.#joinedColumn(index, key)}`
  }
}
