import type { Predicate } from '../../../core/filter/syntax.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import type { ResolvedTable } from '../../operation.ts'
import { SqlWriter } from '../../sql-writer.ts'
import type { PlannedRule } from './check.ts'
import { primaryKey } from '../../../core/primary-key.ts'

/** What a scan says of a row and a rule: the rule is not about the row, or the row passes, or it fails. */
export const STATE = { notChecked: 0, passes: 1, fails: 2 } as const

/** The rows that are examined. */
export interface Scope {
  readonly table: ResolvedTable
  readonly where: Predicate | null
  /** At most so many rows, in the order of the primary key. */
  readonly limit: number | null
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
    return columns.map((column, index) => `${this.select(column)} AS ${this.quote(`c${String(index)}`)}`)
  }

  /** The rows, and beside each what rules about several rows need. */
  from(rules: readonly PlannedRule[]): string {
    return [this.#examined(), ...rules.map((rule, index) => this.#join(rule, index))].join(' ')
  }

  /** The state of a row. @param index position of the rule in what `from` was told. */
  state({ check, where, columns }: PlannedRule, index: number): string {
    const applies = [
      ...(where === null ? [] : [this.#filter(where)]),
      ...(check.type === 'predicate' && check.looksAtNull ? [] : this.#notNull(columns)),
    ]
    const outcome = (): string => {
      switch (check.type) {
        case 'predicate':
          return `CASE WHEN ${this.#filter(check.fails)} THEN 2 ELSE 1 END`
        case 'duplicates':
          return `CASE WHEN ${this.#joined(index, 0)} IS NULL THEN 1 ELSE 2 END`
        case 'orphans':
          return `CASE WHEN ${this.#joined(index, 0)} IS NULL THEN 2 ELSE 1 END`
        default:
          return '1'
      }
    }
    return applies.length === 0 ? outcome() : `CASE WHEN ${applies.join(' AND ')} THEN ${outcome()} ELSE 0 END`
  }

  /** In the order of the primary key, where there is one. */
  orderByKey(): string {
    const base = this.#name('base')
    const keys = primaryKey(this.#scope.table).map(({ name }) => `${base}.${this.quote(name)}`)
    return keys.length > 0 ? `ORDER BY ${keys.join(', ')}` : ''
  }

  /** The rows of the table that the request is about, whatever their number. */
  allRows(): string {
    return `${this.table(this.#scope.table)} ${this.#whereClause([this.#scope.where])}`
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
      : `(${rows} ${this.orderByKey()} LIMIT ${this.bind(limit, 'integer')}) ${base}`
  }

  #join({ check, columns, where }: PlannedRule, index: number): string {
    const names = (of: readonly ColumnMetadata[]): string =>
      of.map(({ name }, key) => `${this.quote(name)} AS ${this.#joinedColumn(index, key)}`).join(', ')
    const base = this.#name('base')
    const on = columns.map((column, key) => `${this.#joined(index, key)} = ${base}.${this.quote(column.name)}`)
    const join = (relation: string): string =>
      `LEFT JOIN (${relation}) ${this.#name(`j${String(index)}`)} ON ${on.join(' AND ')}`
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
    return this.#name(`j${String(index)}_${String(key)}`)
  }

  #joined(index: number, key: number): string {
    return `${this.#name(`j${String(index)}`)}.${this.#joinedColumn(index, key)}`
  }
}
