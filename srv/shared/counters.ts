import type { SharedDatabase } from './database.ts'

/** How often something has happened in its window, and how long that still lasts. */
export interface Count {
  readonly count: number
  readonly remainingMs: number
}

const SWEEP_MS = 60_000

/** Counts within fixed windows of time, by the clock of the database. After a crash of the database they begin anew. */
export class Counters {
  readonly #database: SharedDatabase
  readonly #table: string
  #sweptMs = 0

  constructor(database: SharedDatabase) {
    this.#database = database
    this.#table = database.table(
      'counters',
      'scope text, key text, count integer NOT NULL, ends_at timestamptz NOT NULL, PRIMARY KEY (scope, key)',
      { isUnlogged: true },
    )
  }

  /**
   * Counts one for each key. The first one opens its window.
   *
   * @param scope what is counted; keys of different scopes have nothing to do with each other.
   * @param keys those of several callers must come in the same order, or they would wait for each other.
   * @returns for each key, in their order.
   */
  async increment(scope: string, keys: readonly string[], windowMs: number): Promise<Count[]> {
    this.#sweep()
    const rows = await this.#database.query(
      `INSERT INTO ${this.#table} AS c (scope, key, count, ends_at)
       SELECT $1, key, 1, now() + $3 * interval '1 millisecond' FROM unnest($2::text[]) WITH ORDINALITY AS k (key, n) ORDER BY n
       ON CONFLICT (scope, key) DO UPDATE SET
         count = CASE WHEN c.ends_at > now() THEN c.count + 1 ELSE 1 END,
         ends_at = CASE WHEN c.ends_at > now() THEN c.ends_at ELSE excluded.ends_at END
       RETURNING key, count, extract(epoch FROM ends_at - now())::float8 * 1000 AS remaining`,
      [scope, keys, windowMs],
    )
    const counts = new Map(rows.map(({ key, count, remaining }) => [key, { count, remainingMs: remaining } as Count]))
    return keys.map((key) => counts.get(key) ?? { count: 0, remainingMs: 0 })
  }

  /** Takes one back for each key whose window still lasts. @param keys in the order in which they are counted. */
  async decrement(scope: string, keys: readonly string[]): Promise<void> {
    await this.#database.query(
      `UPDATE ${this.#table} AS c SET count = c.count - 1
         FROM (SELECT key FROM ${this.#table} WHERE scope = $1 AND key = ANY ($2) AND count > 0 AND ends_at > now()
                ORDER BY array_position($2::text[], key) FOR UPDATE) AS k
        WHERE c.scope = $1 AND c.key = k.key`,
      [scope, keys],
    )
  }

  async reset(scope: string, key: string): Promise<void> {
    await this.#database.query(`DELETE FROM ${this.#table} WHERE scope = $1 AND key = $2`, [scope, key])
  }

  /** Once in a while removes what is over; rows that somebody is counting on are left for the next time. */
  #sweep(): void {
    if (performance.now() < this.#sweptMs + SWEEP_MS && this.#sweptMs > 0) return
    this.#sweptMs = performance.now()
    const over = `SELECT scope, key FROM ${this.#table} WHERE ends_at <= now() FOR UPDATE SKIP LOCKED`
    void this.#database.query(`DELETE FROM ${this.#table} WHERE (scope, key) IN (${over})`).catch(() => undefined) // the next time will do
  }
}
