import { SQL_STATE } from '../cap/database-service.ts'
import { RecentMap } from '../../read-cache/recent-map.ts'

/** A read that has taken longer is long. */
const LONG_MS = 1_000
const MOST_STATEMENTS = 500

/**
 * Keeps some connections of a pool for short work: a read that turns out to be long when as many are under way as there
 * may be is ended, and one that was long before is not begun then.
 */
export class LongReads {
  readonly #most: number
  readonly #longMs: number
  readonly #underWay = new Set<object>()
  /** Statements that were long. */
  readonly #known = new RecentMap<string, true>(MOST_STATEMENTS)

  /** @param most reads that may be long at the same time. */
  constructor(most: number, longMs = LONG_MS) {
    this.#most = Math.max(1, most)
    this.#longMs = longMs
  }

  /**
   * Runs a read.
   *
   * @param cancel makes the read fail, and resolves when it can harm nobody else any more.
   * @throws Error with a code of PostgreSQL when there are too many; whatever the read throws.
   */
  async watch<Result>(sql: string, read: () => Promise<Result>, cancel: () => Promise<unknown>): Promise<Result> {
    if (this.#isFull && this.#known.get(sql))
      throw Object.assign(new Error('Too many long reads are under way'), { code: SQL_STATE.configurationLimit })
    const token = {}
    let cancelled: Promise<unknown> | undefined
    const timer = setTimeout(() => {
      this.#known.set(sql, true)
      if (this.#isFull) cancelled = cancel()
      else this.#underWay.add(token)
    }, this.#longMs)
    try {
      return await read()
    } finally {
      clearTimeout(timer)
      this.#underWay.delete(token)
      await cancelled
    }
  }

  get #isFull(): boolean {
    return this.#underWay.size >= this.#most
  }
}
