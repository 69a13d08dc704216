import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit'
import { WindowStore, dateIn } from './rate-limit.ts'
import type { SharedCounters } from '../shared/state.ts'

const MOST_REFUSED = 10_000

interface Refused {
  readonly totalHits: number
  readonly endsMs: number
}

/**
 * The counts of one limiter for all processes together; while the database is away, each process counts for itself.
 * Whoever is beyond the limit stays so in memory until the window ends, or one of their requests is taken back.
 */
export class SharedRateLimitStore implements Store {
  readonly localKeys = false
  readonly #counters: SharedCounters
  readonly #scope: string
  readonly #warn: (message: string, error: unknown) => void
  readonly #own = new WindowStore()
  readonly #refused = new Map<string, Refused>()
  #windowMs = 0
  #limit = Infinity
  #isAway = false

  /** @param scope keeps the limiters apart. @param warn told once when the database goes away. */
  constructor(counters: SharedCounters, scope: string, warn: (message: string, error: unknown) => void) {
    this.#counters = counters
    this.#scope = scope
    this.#warn = warn
  }

  init(options: Pick<Options, 'windowMs' | 'limit'>): void {
    this.#windowMs = options.windowMs
    if (typeof options.limit === 'number') this.#limit = options.limit
    this.#own.init(options)
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    const refused = this.#refusal(key)
    if (refused) return refused
    try {
      const [counted] = await this.#counters.increment(this.#scope, [key], this.#windowMs)
      const { count = 0, remainingMs = 0 } = counted ?? {}
      this.#isAway = false
      if (count > this.#limit) this.#refuse(key, { totalHits: count, endsMs: performance.now() + remainingMs })
      return { totalHits: count, resetTime: dateIn(remainingMs) }
    } catch (error) {
      if (!this.#isAway) this.#warn('Requests are counted by each process for itself:', error)
      this.#isAway = true
      return this.#own.increment(key)
    }
  }

  async decrement(key: string): Promise<void> {
    this.#refused.delete(key)
    if (this.#isAway) this.#own.decrement(key)
    else await this.#counters.decrement(this.#scope, [key])
  }

  async resetKey(key: string): Promise<void> {
    this.#refused.delete(key)
    await this.#counters.reset(this.#scope, key)
  }

  shutdown(): void {
    this.#own.shutdown()
  }

  #refusal(key: string): ClientRateLimitInfo | undefined {
    const refused = this.#refused.get(key)
    if (!refused) return undefined
    const remainingMs = refused.endsMs - performance.now()
    if (remainingMs > 0) return { totalHits: refused.totalHits, resetTime: dateIn(remainingMs) }
    this.#refused.delete(key)
    return undefined
  }

  #refuse(key: string, refused: Refused): void {
    const [first] = this.#refused.keys()
    if (first !== undefined && this.#refused.size >= MOST_REFUSED) this.#refused.delete(first)
    this.#refused.set(key, refused)
  }
}
