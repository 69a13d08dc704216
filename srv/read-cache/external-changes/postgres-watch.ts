import type { Sources } from '../model-tables.ts'
import type { TableVersions } from '../table-versions.ts'
import { type Judgement, judgeStructure, CHANNEL, readStructure } from './postgres-structure.ts'
import type { Notification, PostgresConnection } from './external-changes.ts'
import { Questions } from './questions.ts'

export interface WatchOptions {
  readonly schema: string | undefined
  readonly sources: Sources
  /** How late a change of others may be noticed while there is no other server process. */
  readonly lagMs: number
  readonly onJudgement: (judgement: Judgement) => void
}

/** How late a change to tables, views, triggers and the like may be noticed. */
const STRUCTURE_MS = 1_000

/** What a new process says, so that the others hear of it before it does anything. No table has such a name. */
const HELLO = '+'

/** A lock that all processes hold together, so that each can see whether there are others. */
const PRESENCE = [1_396_787_009, 1] as const

/**
 * The text of a snapshot is the same as long as nothing is committed, in any database of the server.
 *
 * @see https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT
 */
const SNAPSHOT = 'SELECT pg_current_snapshot()::text AS snapshot'
const SNAPSHOT_AND_OTHERS = `${SNAPSHOT}, EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory'
  AND classid = ${PRESENCE[0]} AND objid = ${PRESENCE[1]} AND objsubid = 2 AND pid <> pg_backend_pid()) AS others`

/**
 * Watches a database on a connection of its own, which has to be open.
 *
 * Triggers tell of changes to rows, as notifications. What they cannot tell of is looked up: whenever something was
 * committed, but not more often than once in a while, whether tables and views are still what they were, and whether all
 * of them have their triggers. Where that is not so every commit counts as a change of everything.
 */
export class PostgresWatch {
  readonly #connection: PostgresConnection
  readonly #versions: TableVersions
  readonly #options: WatchOptions
  readonly #questions: Questions
  #judgement: Judgement = { trust: 'none', reasons: [], hasEffects: true }
  #structure: string | undefined
  /** The snapshots of the last question that asked for one, and of the last look at the structure. */
  #snapshot: unknown
  #structureSnapshot: unknown
  #structureMs = -Infinity
  #hasOthers = true

  private constructor(connection: PostgresConnection, versions: TableVersions, options: WatchOptions) {
    this.#connection = connection
    this.#versions = versions
    this.#options = options
    const end = (): void => void connection.end().catch(() => undefined)
    this.#questions = new Questions(() => this.#ask(), end)
  }

  /** @throws Error when the connection cannot be used. */
  static async on(
    connection: PostgresConnection,
    versions: TableVersions,
    options: WatchOptions,
  ): Promise<PostgresWatch> {
    const { schema } = options
    if (schema !== undefined) await connection.query(`SET search_path TO "${schema.replaceAll('"', '""')}"`)
    await connection.query(`SET application_name TO 'saga cache'`)
    await connection.query(`SELECT pg_try_advisory_lock_shared(${PRESENCE.join(', ')})`)
    const watch = new PostgresWatch(connection, versions, options)
    connection.on('notification', (message) => watch.#hear(message))
    await connection.query(`LISTEN ${CHANNEL}`)
    await connection.query(`SELECT pg_notify('${CHANNEL}', '${HELLO}')`)
    await watch.#ask()
    return watch
  }

  get hasEffects(): boolean {
    return this.#judgement.hasEffects
  }

  /** What was committed before a request came may have been seen by who sends it, if there is another way to see it. */
  isCurrent(): boolean | Promise<boolean> {
    // Asked in any case: the structure may be another one by now.
    const hasHeard = this.#questions.hasHeard(this.#hasOthers ? 0 : this.#options.lagMs)
    return this.#judgement.trust !== 'none' && hasHeard
  }

  /** Anybody may send anything: what names no table is forgotten at once. */
  #hear({ payload = '', processId }: Notification): void {
    if (this.#options.sources.has(payload)) this.#versions.change([payload])
    else if (payload === HELLO && processId !== this.#connection.processID) this.#hasOthers = true
  }

  async #ask(): Promise<void> {
    const nowMs = performance.now()
    const isDue = nowMs - this.#structureMs > STRUCTURE_MS
    if (this.#judgement.trust === 'told' && !isDue) {
      await this.#connection.query('SELECT 1')
      return
    }
    const { rows } = await this.#connection.query(isDue ? SNAPSHOT_AND_OTHERS : SNAPSHOT)
    const [{ snapshot, others } = {}] = rows
    if (this.#judgement.trust !== 'told' && snapshot !== this.#snapshot) this.#versions.changeAll()
    this.#snapshot = snapshot
    if (!isDue) return
    this.#hasOthers = others === true
    if (snapshot !== this.#structureSnapshot) await this.#look()
    this.#structureSnapshot = snapshot
    this.#structureMs = nowMs
  }

  async #look(): Promise<void> {
    const { sources, onJudgement } = this.#options
    const query = this.#connection.query.bind(this.#connection)
    const { relations, text } = await readStructure(query, sources.keys())
    if (text === this.#structure) return
    this.#structure = text
    this.#judgement = judgeStructure(relations, sources)
    this.#versions.changeAll()
    onJudgement(this.#judgement)
  }
}
