import { ExpiringMap } from './expiring-map.ts'

export const WINDOW_MS = 60_000
const FAILURES_PER_USER = 10
const FAILURES_PER_NETWORK = 50
const COUNTERS = 10_000

interface Counter {
  count: number
}

/**
 * Limits failed logins: 10 a minute for one user from one network, 50 a minute from one network.
 * An attempt counts from its start, so that parallel guesses are no way around, and is given back when it succeeds.
 */
export interface LoginLimiter {
  /**
   * Counts an attempt, or refuses it.
   *
   * @param user - any text that stands for the user
   * @returns 0 when the attempt may go on, else the seconds to wait
   * @throws when attempts cannot be counted: then none may go on
   */
  begin(network: string, user: string): number | Promise<number>
  /** Takes back the attempt of a login that succeeded. */
  succeed(network: string, user: string): void | Promise<void>
}

/** The limits: what is counted under which key, in the order in which every process counts. */
export const loginLimits = (network: string, user: string) =>
  [
    { key: network, limit: FAILURES_PER_NETWORK },
    { key: `${network} ${user}`, limit: FAILURES_PER_USER },
  ] as const

/** Counts in the memory of this process. */
export class LocalLoginLimiter implements LoginLimiter {
  readonly #counters: ExpiringMap<Counter>

  constructor(now?: () => number) {
    this.#counters = new ExpiringMap(WINDOW_MS, COUNTERS, now)
  }

  begin(network: string, user: string): number {
    const limits = loginLimits(network, user)
    for (const { key, limit } of limits) {
      if ((this.#counters.get(key)?.count ?? 0) >= limit) return Math.ceil(this.#counters.remainingMs(key) / 1000)
    }
    for (const { key } of limits) this.#count(key, 1)
    return 0
  }

  succeed(network: string, user: string): void {
    for (const { key } of loginLimits(network, user)) this.#count(key, -1)
  }

  #count(key: string, step: 1 | -1): void {
    const counter = this.#counters.get(key)
    if (counter) counter.count = Math.max(0, counter.count + step)
    else if (step > 0) this.#counters.set(key, { count: step })
  }
}
