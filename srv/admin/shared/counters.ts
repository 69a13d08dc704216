import { createHash } from 'node:crypto'
import type { SharedDatabase } from './database.ts'
import { Batcher } from './batcher.ts'

/** How often something has happened in its window, and how long that still lasts. */
export interface Count {
  readonly count: number
  readonly remainingMs: number
}

interface Hit {
  readonly scope: string
  readonly keys: readonly string[]
  readonly windowMs: number
}

/** What a statement does to one row. */
interface Step {
  readonly scope: string
  readonly key: string
  readonly windowMs: number
  times: number
}

const SWEEP_MS = 60_000
/** Of one statement. */
const MOST_HITS = 500
/** Longer ones are counted by their hash: anybody may make them up, and an index takes 2,704 bytes. */
const LONGEST_KEY = 200

/** Not over, nor longer than it may be, which a statement that began earlier but comes later could take it for. */
const LASTS = `c.ends_at > now() AND c.ends_at <= excluded.ends_at + interval '10 seconds'`

/**
 * Counts within fixed windows of time, by the clock of the database: a window that would last longer than it may, since
 * that clock was set back, is over. After a crash of the database they begin anew. Hits of the same moment are counted
 * by one statement, so that no flood of them uses up connections.
 */
export class Counters {
  readonly #database: SharedDatabase
  readonly #table: string
  readonly #hits: Batcher<Hit, Count[]>
  readonly #misses: Batcher<Omit<Hit, 'windowMs'>, undefined>
  #sweptMs: number | undefined

  constructor(database: SharedDatabase) {
    this.#database = database
    this.#table = database.table(
      'counters',
      'scope text, key text, count integer NOT NULL, ends_at timestamptz NOT NULL, PRIMARY KEY (scope, key)',
      { isUnlogged: true },
    )
    this.#hits = new Batcher((hits) => this.#add(hits), MOST_HITS)
    this.#misses = new Batcher((misses) => this.#takeBack(misses), MOST_HITS)
  }

  /**
   * Counts one for each key. The first one opens its window.
   *
   * @param scope what is counted; keys of different scopes have nothing to do with each other.
   * @returns for each key, in their order.
   */
  async increment(scope: string, keys: readonly string[], windowMs: number): Promise<Count[]> {
    this.#sweep()
    return this.#hits.ask({ scope, keys: keys.map(safeKey), windowMs })
  }

  /** Takes one back for each key whose window still lasts. */
  async decrement(scope: string, keys: readonly string[]): Promise<void> {
    await this.#misses.ask({ scope, keys: keys.map(safeKey) })
  }

  async reset(scope: string, key: string): Promise<void> {
    await this.#database.query(`DELETE FROM ${this.#table} WHERE scope = $1 AND key = $2`, [scope, safeKey(key)])
  }

  async #add(hits: readonly Hit[]): Promise<Count[][]> {
    const steps = stepsOf(hits)
    const rows = await this.#database.query(
      `INSERT INTO ${this.#table} AS c (scope, key, count, ends_at)
       SELECT scope, key, times, now() + window_ms * interval '1 millisecond'
         FROM unnest($1::text[], $2::text[], $3::int[], $4::float8[]) WITH ORDINALITY AS s (scope, key, times, window_ms, n)
        ORDER BY n
       ON CONFLICT (scope, key) DO UPDATE SET
         count = CASE WHEN ${LASTS} THEN c.count + excluded.count ELSE excluded.count END,
         ends_at = CASE WHEN ${LASTS} THEN c.ends_at ELSE excluded.ends_at END
       RETURNING scope, key, count, extract(epoch FROM ends_at - now())::float8 * 1000 AS remaining`,
      [
        steps.map(({ scope }) => scope),
        steps.map(({ key }) => key),
        steps.map(({ times }) => times),
        steps.map(({ windowMs }) => windowMs),
      ],
    )
    return shareOut(hits, steps, rows)
  }

  async #takeBack(misses: readonly Omit<Hit, 'windowMs'>[]): Promise<undefined[]> {
    const steps = stepsOf(misses.map((miss) => ({ ...miss, windowMs: 0 })))
    await this.#database.query(
      `UPDATE ${this.#table} AS c SET count = greatest(0, c.count - k.times)
         FROM (SELECT c.scope, c.key, s.times
                 FROM unnest($1::text[], $2::text[], $3::int[]) WITH ORDINALITY AS s (scope, key, times, n)
                 JOIN ${this.#table} AS c ON c.scope = s.scope AND c.key = s.key
                WHERE c.count > 0 AND c.ends_at > now() ORDER BY s.n FOR UPDATE OF c) AS k
        WHERE c.scope = k.scope AND c.key = k.key`,
      [steps.map(({ scope }) => scope), steps.map(({ key }) => key), steps.map(({ times }) => times)],
    )
    return misses.map(() => undefined)
  }

  /** Once in a while removes what is over; rows that somebody is counting on are left for the next time. */
  #sweep(): void {
    if (this.#sweptMs !== undefined && performance.now() < this.#sweptMs + SWEEP_MS) return
    this.#sweptMs = performance.now()
    const over = `SELECT scope, key FROM ${this.#table} WHERE ends_at <= now() FOR UPDATE SKIP LOCKED`
    void this.#database.query(`DELETE FROM ${this.#table} WHERE (scope, key) IN (${over})`).catch(() => undefined) // the next time will do
  }
}

/** PostgreSQL has no text with a NUL or half a character, and one that it refuses would fail all that are counted with it. */
const safeKey = (key: string): string =>
  key.length > LONGEST_KEY
    ? createHash('sha256').update(key).digest('base64')
    : key.toWellFormed().replaceAll('\0', '\uFFFD')

const nameOf = ({ scope }: { readonly scope: string }, key: string): string => `${scope}\0${key}`

/** One step for each row, in an order that all processes have in common: else they would wait for each other. */
const stepsOf = (hits: readonly Hit[]): Step[] => {
  const steps = new Map<string, Step>()
  for (const { scope, keys, windowMs } of hits)
    for (const key of keys) {
      const name = nameOf({ scope }, key)
      const step = steps.get(name)
      if (step) step.times++
      else steps.set(name, { scope, key, windowMs, times: 1 })
    }
  return [...steps].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, step]) => step)
}

/** What each hit would have been told if they had been counted one after the other. */
const shareOut = (
  hits: readonly Hit[],
  steps: readonly Step[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Count[][] => {
  const ends = new Map(rows.map((row) => [nameOf(row as { scope: string }, String(row['key'])), row]))
  const counted = new Map(
    steps.map((step) => {
      const { count, remaining } = ends.get(nameOf(step, step.key)) ?? {}
      return [nameOf(step, step.key), { count: Number(count ?? 0) - step.times, remainingMs: Number(remaining ?? 0) }]
    }),
  )
  return hits.map((hit) =>
    hit.keys.map((key) => {
      const count = counted.get(nameOf(hit, key))
      if (!count) return { count: 0, remainingMs: 0 }
      count.count++
      return { ...count }
    }),
  )
}
