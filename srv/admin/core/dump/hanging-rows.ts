import type { Statement, Value } from '../values.ts'

/** That rows of one table refer to rows of another. */
interface Key {
  readonly table: string
  readonly columns: readonly string[]
  readonly referencedTable: string
  readonly referencedColumns: readonly string[]
}

export interface HangingOptions {
  /** Those that others refer to come first. */
  readonly tables: readonly string[]
  /** Among these tables, in no circle but from a table to itself. */
  readonly keys: readonly Key[]
  /** The filter of each table whose rows are given, with its first parameter at a position from 1. */
  readonly given: ReadonlyMap<string, (position: number) => Statement>
  readonly quote: (name: string) => string
  /** The name of a table as statements have it. */
  readonly nameOf: (table: string) => string
}

/** Which rows of a table, which SQL calls `r`. */
export interface ChosenRows {
  /** Goes before the SELECT. */
  readonly common: string
  readonly condition: string
  readonly parameters: readonly Value[]
}

/** What hangs on the given rows as they refer to it, and all that a dump has of a table: with what its other rows refer to. */
type Part = 'below' | 'all'

/**
 * Of some given rows and all that hangs on them: of other tables the rows that refer to these, or to those, and so on, and whatever
 * rows any of all of these refer to. Without the latter nothing could be loaded.
 */
export const hangingRows = (table: string, options: HangingOptions): ChosenRows => new Writer(options).write(table)

class Writer {
  readonly #options: HangingOptions
  readonly #parameters: Value[] = []
  readonly #filters = new Map<string, string>()
  readonly #common = new Map<string, string>()
  readonly #isBelow: ReadonlySet<string>
  /** Others have none. */
  readonly #haveRows: ReadonlySet<string>

  constructor(options: HangingOptions) {
    this.#options = options
    const below = new Set(options.given.keys())
    for (const table of options.tables)
      if (this.#references(table).some(({ referencedTable }) => below.has(referencedTable))) below.add(table)
    this.#isBelow = below
    const have = new Set(below)
    for (const table of options.tables.toReversed())
      if (have.has(table)) for (const { referencedTable } of this.#references(table)) have.add(referencedTable)
    this.#haveRows = have
  }

  write(table: string): ChosenRows {
    const own = this.#ownReferences(table)
    const found = this.#conditions(table, 'all')
    if (own.length > 0) found.push(...own.map((key) => this.#among(key.referencedColumns, table, 'all')))
    const common = [...this.#common.values()]
    return {
      common: common.length > 0 ? `WITH RECURSIVE ${common.join(', ')} ` : '',
      condition: found.length > 0 ? found.join(' OR ') : '1 = 0',
      parameters: this.#parameters,
    }
  }

  /** To other tables. */
  #references(table: string): Key[] {
    return this.#options.keys.filter((key) => key.table === table && key.referencedTable !== table)
  }

  #ownReferences(table: string): Key[] {
    return this.#options.keys.filter((key) => key.table === table && key.referencedTable === table)
  }

  /** Why a row belongs to a part, but for what it has to do with others of its table. */
  #conditions(table: string, part: Part): string[] {
    const { keys, given } = this.#options
    const below = given.has(table)
      ? [this.#filter(table)]
      : this.#references(table)
          .filter(({ referencedTable }) => this.#isBelow.has(referencedTable))
          .map((key) => this.#among(key.columns, key.referencedTable, 'below', key.referencedColumns))
    if (part === 'below') return below
    const replies = given.has(table) || below.length === 0 ? [] : this.#ownReferences(table)
    return [
      ...below,
      ...replies.map((key) => this.#among(key.referencedColumns, table, 'below')),
      ...keys
        .filter((key) => key.referencedTable === table && key.table !== table && this.#haveRows.has(key.table))
        .map((key) => this.#among(key.referencedColumns, key.table, 'all', key.columns)),
    ]
  }

  #filter(table: string): string {
    const known = this.#filters.get(table)
    if (known !== undefined) return known
    const { sql = '1 = 1', parameters = [] } = this.#options.given.get(table)?.(this.#parameters.length + 1) ?? {}
    this.#parameters.push(...parameters)
    this.#filters.set(table, `(${sql})`)
    return `(${sql})`
  }

  /** Whether columns of a row are those of one that a part of a table has. */
  #among(columns: readonly string[], table: string, part: Part, named = columns): string {
    const list = (names: readonly string[], row = ''): string =>
      names.map((name) => `${row}${this.#options.quote(name)}`).join(', ')
    return `(${list(columns, 'r.')}) IN (SELECT ${list(named)} FROM ${this.#part(table, part)})`
  }

  /** The name of a part, which is written where it has not been yet. */
  #part(table: string, part: Part): string {
    const { tables, keys, quote, nameOf, given } = this.#options
    const name = quote(`${part} ${tables.indexOf(table)}`)
    if (this.#common.has(name)) return name
    this.#common.set(name, '')
    const used = keys.flatMap((key) => [
      ...(key.table === table ? key.columns : []),
      ...(key.referencedTable === table ? key.referencedColumns : []),
    ])
    const columns = [...new Set(used)].map((column) => `r.${quote(column)}`).join(', ')
    const conditions = this.#conditions(table, part)
    const from = `SELECT ${columns} FROM ${nameOf(table)} AS r`
    const start = `${from} WHERE ${conditions.length > 0 ? conditions.join(' OR ') : '1 = 0'}`
    // Below rows are those that refer to them, above them what they refer to.
    const own = part === 'below' && given.has(table) ? [] : this.#ownReferences(table)
    const pairs = own.map(({ columns: from, referencedColumns: to }) => {
      const [mine, others] = part === 'below' ? [from, to] : [to, from]
      return `(${mine.map((column, index) => `r.${quote(column)} = p.${quote(others[index] ?? '')}`).join(' AND ')})`
    })
    const text = pairs.length > 0 ? `${start} UNION ${from} JOIN ${name} AS p ON ${pairs.join(' OR ')}` : start
    // Parts that it needs have come before it meanwhile.
    this.#common.delete(name)
    this.#common.set(name, `${name} AS (${text})`)
    return name
  }
}
