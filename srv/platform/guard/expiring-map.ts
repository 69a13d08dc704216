/** A map whose entries live for some time, by a clock that nobody can set; the oldest makes room when it is full. */
export class ExpiringMap<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly expiresMs: number }>()
  readonly #lifetimeMs: number
  readonly #capacity: number
  readonly #now: () => number

  /** @param now tells milliseconds that only ever grow, whatever the day. */
  constructor(lifetimeMs: number, capacity: number, now: () => number = () => performance.now()) {
    this.#lifetimeMs = lifetimeMs
    this.#capacity = capacity
    this.#now = now
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.expiresMs > this.#now() ? entry.value : undefined
  }

  /** Sets a value and starts its time anew. */
  set(key: string, value: Value, lifetimeMs = this.#lifetimeMs): void {
    this.#entries.delete(key)
    if (this.#entries.size >= this.#capacity) this.#dropOldest()
    this.#entries.set(key, { value, expiresMs: this.#now() + lifetimeMs })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** Milliseconds that an entry has left, 0 for none. */
  remainingMs(key: string): number {
    const entry = this.#entries.get(key)
    return entry ? Math.max(0, entry.expiresMs - this.#now()) : 0
  }

  // Entries are in the order in which they were set, since every set() moves its key to the end.
  #dropOldest(): void {
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}
