import { ExpiringMap } from '../guard/index.ts'

export const WINDOW_MS = 60_000
const FAILURES_PER_USER = 10
const FAILURES_PER_NETWORK = 50
/** Kept apart, so that names, which anybody can make up, push no network out. */
const USERS = 10_000
const NETWORKS = 20_000

interface Counter {
  count: number
}

/**
 * Limits failed logins: 10 a minute for one user from one network, 50 a minute from one network.
 * An attempt counts from its start, so that parallel guesses are no way around, and is given back when it succeeds.
 */
export interface LoginLimiter {
  /**
   * Counts an attempt in the memory of this process, or refuses it.
   *
   * @param user - any text that stands for the user
   * @returns 0 when the attempt may go on, else the seconds to wait
   */
  begin(network: string, user: string): number
  /**
   * Counts an attempt that has begun for whoever else counts, just before its password is looked at.
   *
   * @returns 0 when it may go on, else the seconds to wait
   * @throws when attempts cannot be counted: then none may go on
   */
  confirm(network: string, user: string): number | Promise<number>
  /** Takes back an attempt whose password was not looked at. */
  withdraw(network: string, user: string): void
  /** Takes back the confirmed attempt of a login that succeeded. */
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
  readonly #networks: ExpiringMap<Counter>
  readonly #users: ExpiringMap<Counter>

  constructor(now?: () => number) {
    this.#networks = new ExpiringMap(WINDOW_MS, NETWORKS, now)
    this.#users = new ExpiringMap(WINDOW_MS, USERS, now)
  }

  begin(network: string, user: string): number {
    const counted = this.#counted(network, user)
    for (const { counters, key, limit } of counted)
      if ((counters.get(key)?.count ?? 0) >= limit) return Math.ceil(counters.remainingMs(key) / 1000)
    for (const { counters, key } of counted) {
      const counter = counters.get(key)
      if (counter) counter.count++
      else counters.set(key, { count: 1 })
    }
    return 0
  }

  confirm(): number {
    return 0
  }

  withdraw(network: string, user: string): void {
    for (const { counters, key } of this.#counted(network, user)) {
      const counter = counters.get(key)
      if (counter && counter.count > 0) counter.count--
    }
  }

  succeed(network: string, user: string): void {
    this.withdraw(network, user)
  }

  #counted(network: string, user: string) {
    const [ofNetwork, ofUser] = loginLimits(network, user)
    return [
      { ...ofNetwork, counters: this.#networks },
      { ...ofUser, counters: this.#users },
    ]
  }
}
