interface Entry<Value> {
  readonly value: Value
  wasUsed: boolean
}

/**
 * A map that forgets something old when it holds more than it may: what was asked for since the last time gets another
 * chance.
 */
export class RecentMap<Key, Value> {
  readonly #entries = new Map<Key, Entry<Value>>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    entry.wasUsed = true
    return entry.value
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, { value, wasUsed: false })
    if (this.#entries.size > this.#most) this.#makeRoom()
  }

  clear(): void {
    this.#entries.clear()
  }

  /** Ends: each entry gets one more chance at most. */
  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      this.#entries.delete(key)
      if (!entry.wasUsed) return
      entry.wasUsed = false
      this.#entries.set(key, entry)
    }
  }
}
