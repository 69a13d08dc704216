import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { AdminError, hasCode } from '../../core/errors.ts'
import { quoteIdentifier } from '../../core/identifiers.ts'
import { failureOf, sqliteError } from './errors.ts'
import type { Attachment } from './protocol.ts'
import { prepare } from './statements.ts'

const PREFIX = 'admin-snapshot-'
const ABANDONED_MS = 86_400_000

/** A copy of a database in memory, as files. */
interface Snapshot {
  readonly file: string
  readonly attachments: readonly Attachment[]
  readonly state: string
  readonly source: DatabaseSync
  readers: number
}

/**
 * Copies a database in memory to temporary files, so that a process of its own can read it. A copy is used again until
 * something is written, and deleted when nobody reads it any more, at `close`, and when this process exits.
 */
export class MemorySnapshots {
  readonly #memory: MemoryConnection
  readonly #directory = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  #current: Snapshot | undefined
  #count = 0
  #isClosed = false

  constructor(memory: MemoryConnection) {
    this.#memory = memory
    process.on('exit', this.close)
    removeAbandoned()
  }

  /** A copy of what is committed now; to be given back by `release`. */
  async acquire(signal: AbortSignal): Promise<Snapshot> {
    if (this.#isClosed) throw new AdminError('DATABASE_UNAVAILABLE', 'The database connections are closed')
    return this.#memory.borrow(signal, async (source) => {
      const state = stateOf(source)
      if (this.#current?.source !== source || this.#current.state !== state) {
        const superseded = this.#current
        this.#current = await this.#copy(source, state)
        if (superseded?.readers === 0) remove(superseded)
      }
      this.#current.readers++
      return this.#current
    })
  }

  release(snapshot: Snapshot): void {
    snapshot.readers--
    if (snapshot.readers === 0 && snapshot !== this.#current) remove(snapshot)
  }

  readonly close = (): void => {
    this.#isClosed = true
    process.off('exit', this.close)
    rmSync(this.#directory, { recursive: true, force: true })
  }

  async #copy(source: DatabaseSync, state: string): Promise<Snapshot> {
    const prefix = join(this.#directory, String(++this.#count))
    const schemas = schemaNames(source)
    const attachments = schemas
      .filter((name) => name !== 'main')
      .map((name, index) => ({ name, file: `${prefix}-${index}.sqlite` }))
    const file = `${prefix}.sqlite`
    const snapshot = { file, attachments, state, source, readers: 0 }
    try {
      for (const copy of [{ name: 'main', file }, ...attachments])
        await backup(source, copy.file, { source: copy.name, rate: 1_000 })
    } catch (error) {
      remove(snapshot)
      throw sqliteError(failureOf(error))
    }
    return snapshot
  }
}

/** Removes what processes that were killed have left, after a day: the number of one may be another's by now. */
const removeAbandoned = (): void => {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX)))
    try {
      const path = join(tmpdir(), name)
      // eslint-disable-next-line no-restricted-properties -- files have their times by this clock
      const isOld = statSync(path).mtimeMs < Date.now() - ABANDONED_MS
      if (isOld && !isAlive(Number(name.slice(PREFIX.length).split('-', 1)[0]))) rmSync(path, { recursive: true })
    } catch {
      // It is somebody else's, or has gone meanwhile.
    }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !hasCode(error, 'ESRCH')
  }
}

const remove = ({ file, attachments }: Snapshot): void => {
  for (const path of [file, ...attachments.map((each) => each.file)])
    for (const ending of ['', '-journal']) rmSync(path + ending, { force: true })
}

const all = (source: DatabaseSync, sql: string): Record<string, unknown>[] => prepare(source, sql).all()

const schemaNames = (source: DatabaseSync): string[] =>
  all(source, `SELECT name FROM temp.pragma_database_list WHERE name <> 'temp' ORDER BY seq`).map(({ name }) =>
    String(name),
  )

/** Differs whenever data or structure may have changed. */
const stateOf = (source: DatabaseSync): string =>
  JSON.stringify([
    all(source, 'SELECT total_changes() AS changes'),
    ...schemaNames(source).map((name) => [name, all(source, `PRAGMA ${quoteIdentifier(name)}.schema_version`)]),
  ])

/** The one connection to a database in memory, which its owner lends. */
export interface MemoryConnection {
  /**
   * Runs `work` while nobody else uses the connection, outside any transaction.
   * @throws the signal's reason when it aborts while waiting.
   */
  borrow<T>(signal: AbortSignal, work: (connection: DatabaseSync) => Promise<T>): Promise<T>
}

/** What is needed of CAP's database service. */
export interface CapDatabase {
  tx(context: object): {
    readonly dbc?: unknown
    /** With `true`: takes a connection out of the pool, and begins no transaction. */
    begin(isMinimal: true): Promise<unknown>
    release(): Promise<void>
  }
}

/** Whether the connection is one of `node:sqlite`: those of other drivers cannot do what is needed of it. */
export const hasNodeDriver = async (database: CapDatabase): Promise<boolean> => {
  const tx = database.tx({})
  await tx.begin(true)
  try {
    return tx.dbc instanceof DatabaseSync
  } finally {
    await tx.release()
  }
}

/** Borrows the connection of CAP's pool; requests to CAP's services wait meanwhile. */
export const borrowFromCap = (database: CapDatabase): MemoryConnection => ({
  async borrow(signal, work) {
    signal.throwIfAborted()
    const tx = database.tx({})
    const turn = tx.begin(true)
    try {
      await Promise.race([turn, aborted(signal)])
    } catch (error) {
      turn.then(
        () => tx.release(),
        () => undefined,
      )
      if (signal.aborted) throw error
      throw new AdminError('LOCK_TIMEOUT', 'The connection of the database in memory is busy', { cause: error })
    }
    try {
      if (!(tx.dbc instanceof DatabaseSync))
        throw new AdminError('NOT_SUPPORTED', 'A database in memory needs the driver node:sqlite')
      return await work(tx.dbc)
    } finally {
      await tx.release()
    }
  },
})

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))
