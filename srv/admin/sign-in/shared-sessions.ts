import {
  type FoundSession,
  MOST_OF_A_USER,
  type SessionLimits,
  type SessionStore,
  type StoredSession,
  USE_EVERY_MS,
} from './session-store.ts'
import type { SharedDatabase } from '../shared/state.ts'

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
