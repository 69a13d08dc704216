import type { Statement, Value } from '../values.ts'

/** A foreign key. */
interface Key {
  readonly table: string
  readonly columns: readonly string[]
  readonly referencedTable: string
  readonly referencedColumns: readonly string[]
}

export interface DependentOptions {
  /** Sorted: referenced tables come before those that refer to them. */
  readonly tables: readonly string[]
  /** Foreign keys among these tables, without cycles but for keys of a table to itself. */
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

/** `below`: the given rows and those that depend on them. `all`: with the rows that any of these refer to, which a load needs. */
type Part = 'below' | 'all'

/**
 * The transitive closure of given rows by foreign keys: the rows of other tables that depend on them, directly or not, and the rows
 * that any of all these refer to. Without the latter a load would break the keys.
 */
export const dependentRows = (options: DependentOptions): ((table: string) => ChosenRows) => {
  const found = graphOf(options)
  return (table) => new Writer(options, found).write(table)
}

/** The graph of foreign keys, built once for all statements. */
interface Graph {
  readonly numbers: ReadonlyMap<string, number>
  /** Keys by the table that has them, and by the one that they refer to. */
  readonly from: ReadonlyMap<string, readonly Key[]>
  readonly to: ReadonlyMap<string, readonly Key[]>
  readonly below: ReadonlySet<string>
  /** Others have no rows. */
  readonly filled: ReadonlySet<string>
}

const graphOf = ({ tables, keys, given }: DependentOptions): Graph => {
  const from = Map.groupBy(keys, ({ table }) => table)
  const to = Map.groupBy(keys, ({ referencedTable }) => referencedTable)
  const below = new Set(given.keys())
  for (const table of tables)
    if (from.get(table)?.some((key) => key.referencedTable !== table && below.has(key.referencedTable)))
      below.add(table)
  const filled = new Set(below)
  for (const table of tables.toReversed())
    if (filled.has(table)) for (const { referencedTable } of from.get(table) ?? []) filled.add(referencedTable)
  return { numbers: new Map(tables.map((table, index) => [table, index])), from, to, below, filled }
}

class Writer {
  readonly #options: DependentOptions
  readonly #graph: Graph
  readonly #parameters: Value[] = []
  readonly #filters = new Map<string, string>()
  readonly #named = new Set<string>()
  /** Common table expressions that are named and not written yet. */
  readonly #open: { readonly table: string; readonly part: Part }[] = []

  constructor(options: DependentOptions, graph: Graph) {
    this.#options = options
    this.#graph = graph
  }

  write(table: string): ChosenRows {
    const own = this.#ownReferences(table)
    const found = this.#conditions(table, 'all')
    if (own.length > 0) found.push(...own.map((key) => this.#among(key.referencedColumns, table, 'all')))
    const parts: { readonly place: number; readonly text: string }[] = []
    // A stack of its own instead of recursion: chains of tables may be longer than calls may be deep.
    for (let next = this.#open.pop(); next; next = this.#open.pop())
      parts.push({ place: this.#placeOf(next.table, next.part), text: this.#write(next.table, next.part) })
    const common = parts.sort((a, b) => a.place - b.place).map(({ text }) => text)
    return {
      common: common.length > 0 ? `WITH RECURSIVE ${common.join(', ')} ` : '',
      condition: found.length > 0 ? found.join(' OR ') : '1 = 0',
      parameters: this.#parameters,
    }
  }

  /** To other tables. */
  #references(table: string): Key[] {
    return (this.#graph.from.get(table) ?? []).filter(({ referencedTable }) => referencedTable !== table)
  }

  #ownReferences(table: string): Key[] {
    return (this.#graph.from.get(table) ?? []).filter(({ referencedTable }) => referencedTable === table)
  }

  /** Why a row belongs to a part, but for what it has to do with others of its table. */
  #conditions(table: string, part: Part): string[] {
    const { given } = this.#options
    const below = given.has(table)
      ? [this.#filter(table)]
      : this.#references(table)
          .filter(({ referencedTable }) => this.#graph.below.has(referencedTable))
          .map((key) => this.#among(key.columns, key.referencedTable, 'below', key.referencedColumns))
    if (part === 'below') return below
    const replies = given.has(table) || below.length === 0 ? [] : this.#ownReferences(table)
    return [
      ...below,
      ...replies.map((key) => this.#among(key.referencedColumns, table, 'below')),
      ...(this.#graph.to.get(table) ?? [])
        .filter((key) => key.table !== table && this.#graph.filled.has(key.table))
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

  #nameOf(table: string, part: Part): string {
    return this.#options.quote(`${part} ${this.#graph.numbers.get(table) ?? 0}`)
  }

  /** The name of a part, which is to be written then. */
  #part(table: string, part: Part): string {
    const name = this.#nameOf(table, part)
    if (!this.#named.has(name)) this.#open.push({ table, part })
    this.#named.add(name)
    return name
  }

  /** Parts come behind those that they need: rows below behind those that they refer to, all rows behind those that refer to them. */
  #placeOf(table: string, part: Part): number {
    const { numbers } = this.#graph
    const number = numbers.get(table) ?? 0
    return part === 'below' ? number : 2 * numbers.size - number
  }

  #write(table: string, part: Part): string {
    const { quote, nameOf, given } = this.#options
    const { from: outgoing, to: incoming } = this.#graph
    const name = this.#nameOf(table, part)
    const used = [
      ...(outgoing.get(table) ?? []).flatMap((key) => key.columns),
      ...(incoming.get(table) ?? []).flatMap((key) => key.referencedColumns),
    ]
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
    return `${name} AS (${text})`
  }
}
