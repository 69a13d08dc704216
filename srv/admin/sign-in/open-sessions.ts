import type { AdminConfig } from '../config.ts'
import { asAdminDatabase, type SharedState, type SharedDatabase } from '../shared/state.ts'
import { Sessions } from './sessions.ts'
import {
  type FoundSession,
  MOST_OF_A_USER,
  type SessionLimits,
  type SessionStore,
  type StoredSession,
  USE_EVERY_MS,
} from './session-store.ts'

/** Of all users together. */
const MOST = 10_000

interface Kept extends StoredSession {
  readonly beganMs: number
  usedMs: number
}

/** The sessions of a server of one process: they end with it. */
export class LocalSessions implements SessionStore {
  readonly #limits: SessionLimits
  readonly #now: () => number
  /** In the order in which they began. */
  readonly #kept = new Map<string, Kept>()

  /** @param now tells milliseconds that only ever grow. */
  constructor(limits: SessionLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  async add(session: StoredSession): Promise<void> {
    const now = this.#now()
    const kept = [...this.#kept.values()]
    const over = kept.filter((each) => this.#endsInMs(each) <= 0)
    const others = kept.filter(({ owner }) => owner === session.owner).slice(0, 1 - MOST_OF_A_USER)
    for (const { id } of [...over, ...others, ...kept.slice(0, Math.max(0, 1 + kept.length - MOST))])
      this.#kept.delete(id)
    this.#kept.set(session.id, { ...session, beganMs: now, usedMs: now })
  }

  async find(id: string, isUse: boolean): Promise<FoundSession | undefined> {
    const session = this.#kept.get(id)
    if (!session || this.#endsInMs(session) <= 0) return undefined
    if (isUse) session.usedMs = this.#now()
    return { sealed: session.sealed, endsInMs: this.#endsInMs(session) }
  }

  async end(id: string): Promise<void> {
    this.#kept.delete(id)
  }

  #endsInMs({ beganMs, usedMs }: Kept): number {
    const { idleMs, totalMs } = this.#limits
    return Math.min(usedMs + idleMs, beganMs + totalMs) - this.#now()
  }
}

/**
 * The sessions of a server, or of all that share their state.
 *
 * @param application whose they are: browsers keep those of all ports of a host together.
 * @param paths where they count besides the API.
 */
export const openSessions = (
  { path, session: { idleSeconds, totalSeconds } }: Pick<AdminConfig, 'path' | 'session'>,
  application: string,
  shared?: SharedState,
  paths: readonly string[] = [],
): Sessions => {
  const limits = { idleMs: 1_000 * idleSeconds, totalMs: 1_000 * totalSeconds }
  const store = shared ? new SharedSessions(asAdminDatabase(shared.database), limits) : new LocalSessions(limits)
  return new Sessions(store, { name: `${application.replace(/[^\w-]+/g, '-')}-session`, paths: [path, ...paths] })
}

const COLUMNS = `id text PRIMARY KEY, owner text NOT NULL, sealed text NOT NULL,
  began_at timestamptz NOT NULL DEFAULT now(), used_at timestamptz NOT NULL DEFAULT now()`

/** The sessions of all server processes of a database, by its clock. What is in it opens nothing without the browsers. */
export class SharedSessions implements SessionStore {
  readonly #database: SharedDatabase
  readonly #limits: SessionLimits
  readonly #table: string

  constructor(database: SharedDatabase, limits: SessionLimits) {
    this.#database = database
    this.#limits = limits
    this.#table = database.table('logins', COLUMNS)
  }

  async add({ id, owner, sealed }: StoredSession): Promise<void> {
    const { idleMs, totalMs } = this.#limits
    await this.#database.transaction(async (query) => {
      await query(`DELETE FROM ${this.#table} WHERE ${ends('$1', '$2')} <= 0`, [idleMs, totalMs])
      await query(
        `DELETE FROM ${this.#table} WHERE id IN
          (SELECT id FROM ${this.#table} WHERE owner = $1 ORDER BY began_at DESC OFFSET $2)`,
        [owner, MOST_OF_A_USER - 1],
      )
      await query(`INSERT INTO ${this.#table} (id, owner, sealed) VALUES ($1, $2, $3)`, [id, owner, sealed])
    })
  }

  async find(id: string, isUse: boolean): Promise<FoundSession | undefined> {
    const { idleMs, totalMs } = this.#limits
    const [row] = await this.#database.query(
      `SELECT sealed, ${ends('$2', '$3')} AS ends_in, extract(epoch FROM now() - used_at)::float8 * 1000 AS unused
         FROM ${this.#table} WHERE id = $1`,
      [id, idleMs, totalMs],
    )
    const endsInMs = Number(row?.['ends_in'] ?? 0)
    if (!row || endsInMs <= 0) return undefined
    if (isUse && Number(row['unused']) > Math.min(USE_EVERY_MS, idleMs / 10)) this.#use(id)
    return { sealed: String(row['sealed']), endsInMs }
  }

  async end(id: string): Promise<void> {
    await this.#database.query(`DELETE FROM ${this.#table} WHERE id = $1`, [id])
  }

  /** A database that takes no changes lets it end sooner. */
  #use(id: string): void {
    void this.#database.query(`UPDATE ${this.#table} SET used_at = now() WHERE id = $1`, [id]).catch(() => undefined)
  }
}

const ends = (idleMs: string, totalMs: string): string =>
  `(extract(epoch FROM least(used_at + ${idleMs}::float8 * interval '1 millisecond',
    began_at + ${totalMs}::float8 * interval '1 millisecond') - now())::float8 * 1000)`
