import { WINDOW_MS, loginLimits } from './login-limiter.ts'
import type { LoginLimiter } from './login-limiter.ts'

/** Counts of several processes together. */
interface Counters {
  increment(
    scope: string,
    keys: readonly string[],
    windowMs: number,
  ): Promise<readonly { readonly count: number; readonly remainingMs: number }[]>
  decrement(scope: string, keys: readonly string[]): Promise<void>
}

const SCOPE = 'failed logins'

/** Counts for all server processes together, so that a guesser gains nothing by being sent from one to the next. */
export class SharedLoginLimiter implements LoginLimiter {
  readonly #counters: Counters

  constructor(counters: Counters) {
    this.#counters = counters
  }

  /** Counts first and looks then: of guesses at the same moment, none is overlooked. */
  async begin(network: string, user: string): Promise<number> {
    const limits = loginLimits(network, user)
    const keys = limits.map(({ key }) => key)
    const counts = await this.#counters.increment(SCOPE, keys, WINDOW_MS)
    const exceeded = counts.find(({ count }, index) => count > (limits[index]?.limit ?? 0))
    if (!exceeded) return 0
    await this.#counters.decrement(SCOPE, keys)
    return Math.max(1, Math.ceil(exceeded.remainingMs / 1000))
  }

  async succeed(network: string, user: string): Promise<void> {
    const keys = loginLimits(network, user).map(({ key }) => key)
    // The login has succeeded; that it counts for a minute as one that failed does little harm.
    await this.#counters.decrement(SCOPE, keys).catch(() => undefined)
  }
}
