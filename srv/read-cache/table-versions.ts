import type { CapDatabase as Transaction } from './host/cap-database.ts'
import { RecentMap } from './recent-map.ts'
import { type Model, ModelTables, readStatement } from './model-tables.ts'
import type { ExternalChanges } from './external-changes/external-changes.ts'

/** What the answer to one request was made from, collected while it is made. */
export class Recording {
  /** The time by `TableVersions` before anything was read. */
  readonly since: number
  readonly #tables = new Set<string>()
  #isRepeatable = true

  constructor(since: number) {
    this.since = since
  }

  read(tables: readonly string[]): void {
    for (const table of tables) this.#tables.add(table)
  }

  /** The same request may get another answer though no table has changed. */
  spoil(): void {
    this.#isRepeatable = false
  }

  get isRepeatable(): boolean {
    return this.#isRepeatable
  }

  get tables(): readonly string[] {
    return [...this.#tables]
  }
}

/**
 * When each table last changed, by a clock that ticks with every change. An answer is good as long as none of its tables
 * has changed since a moment before its first query.
 */
export class TableVersions {
  #now = 0
  #allChanged = 0
  readonly #changed = new Map<string, number>()
  readonly #onAllChanged: () => void

  /** @param onAllChanged called when nothing that was read before is good any more. */
  constructor(onAllChanged: () => void = () => undefined) {
    this.#onAllChanged = onAllChanged
  }

  /** To be noted before reading. */
  get now(): number {
    return this.#now
  }

  change(tables: Iterable<string>): void {
    this.#now++
    for (const table of tables) this.#changed.set(table, this.#now)
  }

  changeAll(): void {
    this.#allChanged = ++this.#now
    this.#changed.clear()
    this.#onAllChanged()
  }

  areUnchanged(tables: readonly string[], since: number): boolean {
    if (this.#allChanged > since) return false
    for (const table of tables) if ((this.#changed.get(table) ?? 0) > since) return false
    return true
  }
}

/** What a statement means for the cache; undefined for all tables. */
interface Meaning {
  readonly reads: readonly string[] | undefined
  readonly writes: readonly string[] | undefined
  readonly isWrite: boolean
  readonly isVolatile: boolean
}

/** Statements whose meaning is remembered; clients decide how many there are. */
const REMEMBERED = 2_000
/** CAP asks that of PostgreSQL in each transaction: what there is of it comes with the server. */
const COLLATIONS = /^\s*SELECT collname FROM pg_collation WHERE collname = '[\w-]+'[;\s]*$/i
const CONTROL = /^\s*(?:begin|commit|rollback|savepoint|release|set|start|pragma)\b/i

/**
 * Tells what requests read, and which tables every committed transaction has changed. All SQL of CAP comes by here, that
 * of handlers and of drafts included, whatever made it.
 *
 * @param current what the request that runs now is recorded in, if it is.
 * @param external who notices what others commit, once the database is connected.
 * @returns what the model says of the database: it takes a moment to find out.
 */
export const watchDatabase = (
  database: unknown,
  versions: TableVersions,
  current: () => Recording | undefined,
  external: () => ExternalChanges | undefined,
): (() => Model) => {
  const service = database as Transaction
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called for the transaction that asks
  const { prepare, exec, commit } = service
  const tables = new ModelTables(database)
  const meanings = new RecentMap<string, Meaning>(REMEMBERED)
  /** The tables that open transactions have written to. */
  const written = new WeakMap<Transaction, Set<string> | 'all'>()

  const meaningOf = (sql: string): Meaning => {
    const known = meanings.get(sql)
    if (known) return known
    const meaning = read(sql, tables)
    meanings.set(sql, meaning)
    return meaning
  }

  const note = (transaction: Transaction, sql: string): void => {
    const { reads, writes, isWrite, isVolatile } = meaningOf(sql)
    const recording = current()
    if (recording) {
      if (isWrite || isVolatile || !reads) recording.spoil()
      else recording.read(reads)
    }
    if (!isWrite) return
    const before = written.get(transaction)
    if (!writes || before === 'all') written.set(transaction, 'all')
    else if (before) for (const table of writes) before.add(table)
    else written.set(transaction, new Set(writes))
  }

  Object.assign(service, {
    prepare(sql, ...rest) {
      if (!COLLATIONS.test(sql)) note(this, sql)
      return prepare.call(this, sql, ...rest)
    },
    exec(sql) {
      if (!CONTROL.test(sql) && !COLLATIONS.test(sql)) note(this, sql)
      const { commit: commitAs } = external() ?? {}
      if (!commitAs || sql !== 'COMMIT' || !written.has(this)) return exec.call(this, sql)
      const { result, hasEffects } = commitAs(this.dbc, () => exec.call(this, sql))
      if (hasEffects) written.set(this, 'all')
      return result
    },
    async commit(...rest) {
      if (!written.has(this)) return commit.call(this, ...rest)
      try {
        return await commit.call(this, ...rest)
      } finally {
        // Also when it failed: the answer to a commit may be lost, not the commit.
        const changed = written.get(this) ?? 'all'
        written.delete(this)
        if (changed === 'all') versions.changeAll()
        else versions.change(changed)
      }
    },
  } satisfies Partial<Transaction> as Partial<Transaction>)
  return () => {
    const namesIn = (sql: string): readonly string[] => namesOfView(sql, tables)
    return { sources: tables.sources(namesIn), namesIn }
  }
}

const read = (sql: string, tables: ModelTables): Meaning => {
  const { names, written, isOpaque, isVolatile } = readStatement(sql, tables.has)
  const bases = (each: readonly string[]): readonly string[] | undefined => {
    if (isOpaque) return undefined
    try {
      return each.flatMap((name) => tables.basesOf(name, (view) => namesOfView(view, tables)))
    } catch {
      return undefined
    }
  }
  const isWrite = written !== undefined || !/^\s*(?:select|with)\b/i.test(sql)
  return {
    reads: isWrite ? [] : bases(names),
    writes: written === undefined ? undefined : bases([written]),
    isWrite,
    isVolatile,
  }
}

/** @throws Error for a view whose rows nobody can keep. */
const namesOfView = (sql: string, tables: ModelTables): readonly string[] => {
  const { names, isOpaque, isVolatile } = readStatement(sql, tables.has)
  if (isOpaque || isVolatile) throw new Error('The rows of the view differ from time to time')
  return names
}
