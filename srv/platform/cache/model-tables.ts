import cds from '@sap/cds'

/** An entity as far as this file reads it. */
interface Definition {
  readonly kind: string
  readonly name: string
  readonly query?: { readonly SELECT?: object; readonly SET?: object }
  readonly drafts?: { readonly name: string }
  readonly '@cds.persistence.name'?: string
}

interface Database {
  readonly model: { readonly definitions: Readonly<Record<string, Definition>> }
  cqn2sql(query: unknown): { readonly sql: string }
}

/** The tables that the rows of each table and view come from; undefined where nobody can keep them. */
export type Sources = ReadonlyMap<string, readonly string[] | undefined>

/** What the model says of the database. */
export interface Model {
  readonly sources: Sources
  /** The tables and views that a query of a view names. @throws Error where nobody can keep its rows. */
  readonly namesIn: (query: string) => readonly string[]
}

/** The tables and views of the model, by their names in the database, in lower case. */
export class ModelTables {
  readonly #database: Database
  readonly #definitions = new Map<string, Definition | undefined>()
  readonly #bases = new Map<string, readonly string[]>()

  constructor(database: unknown) {
    this.#database = database as Database
    for (const definition of Object.values(this.#database.model.definitions)) {
      if (definition.kind !== 'entity') continue
      this.#definitions.set(storedName(definition['@cds.persistence.name'] ?? definition.name), definition)
      if (definition.drafts) this.#definitions.set(storedName(definition.drafts.name), undefined)
    }
  }

  readonly has = (name: string): boolean => this.#definitions.has(name)

  /** @param namesIn throws for a query whose rows nobody can keep. */
  sources(namesIn: Model['namesIn']): Sources {
    const basesOf = (name: string): readonly string[] | undefined => {
      try {
        return this.basesOf(name, namesIn)
      } catch {
        return undefined
      }
    }
    return new Map([...this.#definitions.keys()].map((name) => [name, basesOf(name)]))
  }

  /** Those that hold rows. */
  get tables(): string[] {
    return [...this.#definitions].flatMap(([name, definition]) => (definition?.query ? [] : [name]))
  }

  /** The tables that a table or view takes its rows from: itself, or all below it. */
  basesOf(name: string, namesIn: (sql: string) => readonly string[]): readonly string[] {
    const known = this.#bases.get(name)
    if (known) return known
    const query = this.#definitions.get(name)?.query
    const bases = query
      ? [...new Set(namesIn(this.#sqlOf(query)).flatMap((each) => this.basesOf(each, namesIn)))]
      : [name]
    this.#bases.set(name, bases)
    return bases
  }

  /** The query of a view as the database would run it: paths in it are joins. */
  #sqlOf({ SELECT, SET }: NonNullable<Definition['query']>): string {
    const plain = structuredClone(SELECT ? { SELECT } : { SET })
    return this.#database.cqn2sql((cds.ql as unknown as (cqn: object) => unknown)(plain)).sql
  }
}

const storedName = (name: string): string => name.replaceAll('.', '_').toLowerCase()
