import { MemoryStore } from 'express-rate-limit'
import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit'
import type { SharedCounters } from './state.ts'

/** The counts of one limiter for all processes together; while the database is away, each process counts for itself. */
export class SharedRateLimitStore implements Store {
  readonly localKeys = false
  readonly #counters: SharedCounters
  readonly #scope: string
  readonly #warn: (message: string, error: unknown) => void
  readonly #own = new MemoryStore()
  #windowMs = 0
  #isAway = false

  /** @param scope keeps the limiters apart. @param warn told once when the database goes away. */
  constructor(counters: SharedCounters, scope: string, warn: (message: string, error: unknown) => void) {
    this.#counters = counters
    this.#scope = scope
    this.#warn = warn
  }

  init(options: Options): void {
    this.#windowMs = options.windowMs
    this.#own.init(options)
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    try {
      const [counted] = await this.#counters.increment(this.#scope, [key], this.#windowMs)
      const { count = 0, remainingMs = 0 } = counted ?? {}
      this.#isAway = false
      return { totalHits: count, resetTime: new Date(Date.now() + remainingMs) }
    } catch (error) {
      if (!this.#isAway) this.#warn('Requests are counted by each process for itself:', error)
      this.#isAway = true
      return this.#own.increment(key)
    }
  }

  async decrement(key: string): Promise<void> {
    if (this.#isAway) await this.#own.decrement(key)
    else await this.#counters.decrement(this.#scope, [key])
  }

  async resetKey(key: string): Promise<void> {
    await this.#counters.reset(this.#scope, key)
  }

  shutdown(): void {
    this.#own.shutdown()
  }
}
