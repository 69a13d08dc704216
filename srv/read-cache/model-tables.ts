import cds from '@sap/cds'

/** What a statement does with tables, as far as a cache has to know. Names are in lower case, without quotes. */
interface StatementAccess {
  /** Names of known tables and views that occur in it. */
  readonly names: readonly string[]
  /** The table that it writes to; undefined for statements that only read. */
  readonly written?: string | undefined
  /** Whether nobody can tell what it reads or writes: it names a table that is not known, or is of another kind. */
  readonly isOpaque: boolean
  /** Whether its result may differ though the data does not: it asks for the time, or for a random number. */
  readonly isVolatile: boolean
}

/** Text and comments, in which words mean nothing. */
const TEXTS = /'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\//g
const WORDS = /"(?:[^"]|"")+"|[a-z_][\w$]*|\(/g

/** Variables of the session that stand for the time. Those of the user are part of what answers are kept under. */
const SESSION_TIME = /\b(?:session_context|current_setting)\s*\(\s*'(?!\$user\b|(?:cap\.)?(?:applicationuser|locale)')/i
const VOLATILE =
  /\b(?:now|random|randomblob|rand|gen_random_uuid|uuid|sysuuid|nextval|changes|total_changes|last_insert_rowid|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(|\b(?:current_(?:date|time|timestamp|utcdate|utctime|utctimestamp)|localtime|localtimestamp)\b|'now'/i
/** Locks of drafts end by themselves: the time comes as a parameter. */
const LOCKS = /\binprocessbyuser\b/i

/** Reads which tables a statement names. `isKnown` is asked for names in lower case. */
export const readStatement = (sql: string, isKnown: (name: string) => boolean): StatementAccess => {
  const bare = sql.replace(TEXTS, "''")
  const words = bare.toLowerCase().match(WORDS) ?? []
  const kind = words[0] ?? ''
  const names = [...new Set(words.map(nameOf).filter(isKnown))]
  const isVolatile = SESSION_TIME.test(sql) || VOLATILE.test(sql) || LOCKS.test(bare)
  const target = writtenBy(kind, words)
  const written = target && nameOf(target)
  const isUnknown = written !== undefined && !isKnown(written)
  return { names, written, isOpaque: !KINDS.has(kind) || isUnknown || hasStrangers(words, isKnown), isVolatile }
}

const KINDS: ReadonlySet<string> = new Set(['select', 'with', 'insert', 'upsert', 'update', 'delete'])

const nameOf = (word: string): string => (word.startsWith('"') ? word.slice(1, -1) : word)

const writtenBy = (kind: string, words: readonly string[]): string | undefined => {
  if (kind === 'insert' || kind === 'upsert') return words[words.indexOf('into') + 1]
  if (kind === 'update') return words[1]
  if (kind === 'delete') return words[words.indexOf('from') + 1]
  return undefined
}

/** Whether a query takes rows from something that is neither a known table, nor a function, nor defined by itself. */
const hasStrangers = (words: readonly string[], isKnown: (name: string) => boolean): boolean => {
  const own = new Set(words.filter((_, index) => words[index + 1] === 'as' && words[index + 2] === '('))
  return words.some((word, index) => {
    if (word !== 'join' && (word !== 'from' || words[index - 1] === 'distinct')) return false
    const source = words[index + 1] ?? ''
    return source !== '(' && words[index + 2] !== '(' && !isKnown(nameOf(source)) && !own.has(source)
  })
}

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

  readonly has = (name: string): boolean => this.#definitions.has(name) || this.#definitions.has(unlocalized(name))

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
    if (!this.#definitions.has(name) && name !== unlocalized(name)) return this.#localizedBases(name, namesIn)
    const query = this.#definitions.get(name)?.query
    const bases = query
      ? [...new Set(namesIn(this.#sqlOf(query)).flatMap((each) => this.basesOf(each, namesIn)))]
      : [name]
    this.#bases.set(name, bases)
    return bases
  }

  /** CAP's view of an entity in the language of who asks: with the texts of all that it takes rows from. */
  #localizedBases(name: string, namesIn: (sql: string) => readonly string[]): readonly string[] {
    const bases = this.basesOf(unlocalized(name), namesIn)
    return [...bases, ...bases.map((base) => `${base}_texts`).filter((texts) => this.#definitions.has(texts))]
  }

  /** The query of a view as the database would run it: paths in it are joins. */
  #sqlOf({ SELECT, SET }: NonNullable<Definition['query']>): string {
    const plain = structuredClone(SELECT ? { SELECT } : { SET })
    return this.#database.cqn2sql((cds.ql as unknown as (cqn: object) => unknown)(plain)).sql
  }
}

const unlocalized = (name: string): string => name.replace(/^localized_/, '')

const storedName = (name: string): string => name.replaceAll('.', '_').toLowerCase()
