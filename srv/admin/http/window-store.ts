import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit'

/** Whoever came first makes room beyond that: addresses can be made up. */
const MOST_KEYS = 50_000

/** The date in so many milliseconds, to be told. */
// eslint-disable-next-line no-restricted-properties -- dates are by this clock
export const dateIn = (ms: number): Date => new Date(Date.now() + ms)

interface Window {
  hits: number
  readonly endsMs: number
}

/** The counts of one limiter in the memory of this process, by a clock that nobody can set. */
export class WindowStore implements Store {
  readonly localKeys = true
  /** In the order in which they end. */
  readonly #windows = new Map<string, Window>()
  #windowMs = 0

  init({ windowMs }: Pick<Options, 'windowMs'>): void {
    this.#windowMs = windowMs
  }

  increment(key: string): ClientRateLimitInfo {
    const nowMs = performance.now()
    const window = this.#open(key, nowMs)
    window.hits++
    return { totalHits: window.hits, resetTime: dateIn(window.endsMs - nowMs) }
  }

  decrement(key: string): void {
    const window = this.#windows.get(key)
    if (window && window.hits > 0) window.hits--
  }

  resetKey(key: string): void {
    this.#windows.delete(key)
  }

  shutdown(): void {
    this.#windows.clear()
  }

  #open(key: string, nowMs: number): Window {
    const found = this.#windows.get(key)
    if (found && found.endsMs > nowMs) return found
    this.#windows.delete(key)
    const [first] = this.#windows.keys()
    if (first !== undefined && this.#windows.size >= MOST_KEYS) this.#windows.delete(first)
    const window = { hits: 0, endsMs: nowMs + this.#windowMs }
    this.#windows.set(key, window)
    return window
  }
}
