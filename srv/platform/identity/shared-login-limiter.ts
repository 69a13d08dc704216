import { SQL_STATE, sqlStateOf } from '../cap/database-service.ts'
import { ExpiringMap } from '../guard/index.ts'
import { LocalLoginLimiter, type LoginLimiter, loginLimits, WINDOW_MS } from './login-limiter.ts'

interface Count {
  readonly count: number
  readonly remainingMs: number
}

/** Counts of several processes together. */
interface Counters {
  increment(scope: string, keys: readonly string[], windowMs: number): Promise<readonly Count[]>
  decrement(scope: string, keys: readonly string[]): Promise<void>
}

const SCOPE = 'failed logins'
const REFUSALS = 10_000

const keysOf = (network: string, user: string): string[] => loginLimits(network, user).map(({ key }) => key)

/**
 * Counts for all server processes together, so that a guesser gains nothing by being sent from one to the next. Whoever
 * has failed too often in this process alone, or was refused by all together, is refused without a statement.
 */
export class SharedLoginLimiter implements LoginLimiter {
  readonly #counters: Counters
  readonly #own: LocalLoginLimiter
  readonly #refused: ExpiringMap<true>

  constructor(counters: Counters, now?: () => number) {
    this.#counters = counters
    this.#own = new LocalLoginLimiter(now)
    this.#refused = new ExpiringMap(WINDOW_MS, REFUSALS, now)
  }

  begin(network: string, user: string): number {
    const waitMs = Math.max(...keysOf(network, user).map((key) => this.#refused.remainingMs(key)))
    return waitMs > 0 ? Math.ceil(waitMs / 1000) : this.#own.begin(network, user)
  }

  /** Counts first and looks then: of guesses at the same moment, none is overlooked. */
  async confirm(network: string, user: string): Promise<number> {
    const limits = loginLimits(network, user)
    const keys = keysOf(network, user)
    const counts = await this.#count(keys)
    const exceeded = limits.findIndex(({ limit }, index) => (counts[index]?.count ?? 0) > limit)
    const { key } = limits[exceeded] ?? {}
    if (key === undefined) return 0
    const waitMs = Math.min(WINDOW_MS, Math.max(1, counts[exceeded]?.remainingMs ?? 0))
    this.#refused.set(key, true, waitMs)
    this.#own.withdraw(network, user)
    await this.#takeBack(keys)
    return Math.ceil(waitMs / 1000)
  }

  withdraw(network: string, user: string): void {
    this.#own.withdraw(network, user)
  }

  async succeed(network: string, user: string): Promise<void> {
    const keys = keysOf(network, user)
    this.#own.succeed(network, user)
    // There is room again for one more.
    for (const key of keys) this.#refused.delete(key)
    await this.#takeBack(keys)
  }

  /** A database that takes no changes keeps nobody out: this process has counted by itself already. */
  async #count(keys: readonly string[]): Promise<readonly Count[]> {
    try {
      return await this.#counters.increment(SCOPE, keys, WINDOW_MS)
    } catch (error) {
      if (sqlStateOf(error) === SQL_STATE.readOnly) return []
      throw error
    }
  }

  /** That an attempt counts for a minute as one that failed does little harm. */
  async #takeBack(keys: readonly string[]): Promise<void> {
    await this.#counters.decrement(SCOPE, keys).catch(() => undefined)
  }
}
