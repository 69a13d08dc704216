import { type Name, StatementProblem } from './syntax.ts'
import type { Kind } from './types.ts'

export interface Column {
  /** Null where nothing gives it a name. */
  readonly name: string | null
  readonly kind: Kind
}

/** A table, view or query that a SELECT reads. */
export interface Source {
  readonly name: string | null
  /** As it may stand before a column's name instead of an alias. */
  readonly schema: string | null
  readonly columns: readonly Column[]
}

/** A column that a name leads to, by the source that it is of. */
export interface Found extends Column {
  readonly mark: string
  readonly isOuter: boolean
}

/** What names stand for in a SELECT, and in those around it. */
export class Scope {
  readonly sources: readonly Source[]
  readonly #outer: Scope | null
  readonly #depth: number

  constructor(sources: readonly Source[], outer: Scope | null) {
    this.sources = sources
    this.#outer = outer
    this.#depth = outer === null ? 0 : outer.#depth + 1
    const names = sources.map(({ name }) => name).filter((name) => name !== null)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice !== undefined) throw new StatementProblem(`two relations are called ${twice}`)
  }

  /** @throws StatementProblem for a name that leads nowhere, or to two columns. */
  find(path: readonly Name[], isOuter = false): Found {
    const names = path.map(({ text }) => text)
    const [column = '', table, schema] = [...names].reverse()
    const found = this.sources.flatMap((source, at) =>
      (table === undefined || source.name === table) && (schema === undefined || source.schema === schema)
        ? source.columns
            .filter(({ name }) => name === column)
            .map((each) => ({ ...each, isOuter, mark: `${String(this.#depth)}.${String(at)}.${column}` }))
        : [],
    )
    const [first, ...others] = found
    if (first && others.length === 0) return first
    if (first) throw new StatementProblem(`the column ${names.join('.')} is ambiguous`)
    if (!this.#outer) throw new StatementProblem(`no such column ${names.join('.')}`)
    return this.#outer.find(path, true)
  }
}
