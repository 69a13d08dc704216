/** A map whose entries live for a fixed time; the oldest makes room when it is full. */
export class ExpiringMap<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly expiresMs: number }>()
  readonly #lifetimeMs: number
  readonly #capacity: number
  readonly #now: () => number

  constructor(lifetimeMs: number, capacity: number, now: () => number = Date.now) {
    this.#lifetimeMs = lifetimeMs
    this.#capacity = capacity
    this.#now = now
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    return this.remainingMs(key) > 0 ? this.#entries.get(key)?.value : undefined
  }

  /** Sets a value and starts its time anew. */
  set(key: string, value: Value): void {
    this.#entries.delete(key)
    if (this.#entries.size >= this.#capacity) this.#dropOldest()
    this.#entries.set(key, { value, expiresMs: this.#now() + this.#lifetimeMs })
  }

  /** Milliseconds that an entry has left, 0 for none. */
  remainingMs(key: string): number {
    const entry = this.#entries.get(key)
    return entry ? Math.max(0, entry.expiresMs - this.#now()) : 0
  }

  // Entries are in order of their expiry, since every set() moves its key to the end.
  #dropOldest(): void {
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}
