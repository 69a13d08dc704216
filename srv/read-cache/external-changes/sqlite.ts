import type { Model } from '../model-tables.ts'
import type { TableVersions } from '../table-versions.ts'
import type { ExternalChanges } from './external-changes.ts'

/** A view as SQLite stores it. */
interface StoredView {
  readonly name: string
  readonly sql: string
}

const HEAD = /^CREATE\s+VIEW\s+(?:"[^"]*"|\S+)\s+AS\s+/i

/** Whether a view of the model takes its rows from other tables than the model says, as far as its text tells. */
const haveViewsDiverged = (views: readonly StoredView[], { sources, namesIn }: Model): boolean => {
  const queries = new Map(views.map(({ name, sql }) => [name.toLowerCase(), sql.replace(HEAD, '')]))
  const basesOf = (name: string): readonly string[] => {
    const query = queries.get(name)
    return query === undefined ? [name] : namesIn(query).flatMap(basesOf)
  }
  const hasDiverged = (name: string): boolean => {
    const expected = sources.get(name)
    if (!expected) return false
    try {
      return new Set(basesOf(name)).symmetricDifference(new Set(expected)).size > 0
    } catch {
      return true
    }
  }
  return [...queries.keys()].some(hasDiverged)
}

/** A connection of CAP to SQLite. */
export interface SqliteConnection {
  prepare(sql: string): { all(parameters: readonly unknown[]): unknown[] }
  close(): void
}

const DATA_VERSION = 'PRAGMA data_version'

/** How long a look at the file is good for: a look costs about as much as a tenth of an answer. */
const LOOK_MS = 5

/** Whether a database changes more than it is told to: a trigger, or a foreign key that passes changes on. */
const EFFECTS = `SELECT 1 FROM sqlite_master WHERE type = 'trigger'
  UNION ALL SELECT 1 FROM sqlite_master AS t, pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'
    AND (f.on_delete NOT IN ('NO ACTION', 'RESTRICT') OR f.on_update NOT IN ('NO ACTION', 'RESTRICT')) LIMIT 1`

const versionOf = (connection: SqliteConnection, sql = DATA_VERSION): number => {
  const [row] = connection.prepare(sql).all([]) as Record<string, number>[]
  return Object.values(row ?? {})[0] ?? NaN
}

const VIEWS = `SELECT name, sql FROM sqlite_master WHERE type = 'view'`

/** Tells by the schema's version when triggers, foreign keys and views have to be looked up again. */
class Effects {
  readonly #model: Model | undefined
  #schemaVersion = NaN
  #exist = false

  /** @param model undefined where nobody else can replace a view. */
  constructor(model?: Model) {
    this.#model = model
  }

  existIn(connection: SqliteConnection): boolean {
    const schemaVersion = versionOf(connection, 'PRAGMA schema_version')
    if (schemaVersion !== this.#schemaVersion) {
      const hasDiverged = (model: Model): boolean =>
        haveViewsDiverged(connection.prepare(VIEWS).all([]) as StoredView[], model)
      this.#exist =
        connection.prepare(EFFECTS).all([]).length > 0 || (this.#model !== undefined && hasDiverged(this.#model))
      this.#schemaVersion = schemaVersion
    }
    return this.#exist
  }
}

/** A database in memory: there are no others. */
export const inMemory = (): ExternalChanges => {
  const effects = new Effects()
  return {
    isCurrent: () => true,
    commit: (connection, run) => {
      const hasEffects = effects.existIn(connection as SqliteConnection)
      return { result: run(), hasEffects }
    },
  }
}

/**
 * A database in a file. `PRAGMA data_version` differs on a connection after others have committed: other processes, and
 * other connections of this one.
 *
 * @param watcher a connection that nobody writes with.
 * @see https://sqlite.org/pragma.html#pragma_data_version
 */
export const inFile = (watcher: SqliteConnection, versions: TableVersions, model: Model): ExternalChanges => {
  const effects = new Effects(model)
  let known = versionOf(watcher)
  let lookedMs = performance.now()
  const look = (): void => {
    lookedMs = performance.now()
    const found = versionOf(watcher)
    if (found === known) return
    known = found
    versions.changeAll()
  }
  return {
    isCurrent: () => {
      if (performance.now() - lookedMs > LOOK_MS) look()
      return true
    },
    commit: (given, run) => {
      const connection = given as SqliteConnection
      // The transaction has written, so nobody else can commit before it does.
      look()
      const hasEffects = effects.existIn(connection)
      const before = versionOf(connection)
      const result = run()
      const after = versionOf(watcher)
      // Of its own commits a connection sees nothing: a difference is that others were quick.
      if (versionOf(connection) === before) known = after
      return { result, hasEffects }
    },
    close: () => watcher.close(),
  }
}
