interface Entry<Value> {
  readonly value: Value
  readonly weight: number
  wasUsed: boolean
}

/**
 * A map that forgets something old when it holds more than it may: what was asked for since the last time gets another
 * chance. (The CLOCK algorithm: a hit costs less than in a list that is kept in the order of use.)
 */
export class RecentMap<Key, Value> {
  readonly #entries = new Map<Key, Entry<Value>>()
  readonly #most: number
  readonly #weightOf: (key: Key, value: Value) => number
  #weight = 0

  /** @param most entries; with `weightOf`, the most that they may weigh together. What is heavier alone is not kept. */
  constructor(most: number, weightOf: (key: Key, value: Value) => number = () => 1) {
    this.#most = most
    this.#weightOf = weightOf
  }

  get size(): number {
    return this.#entries.size
  }

  get weight(): number {
    return this.#weight
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    entry.wasUsed = true
    return entry.value
  }

  set(key: Key, value: Value): void {
    this.delete(key)
    const weight = this.#weightOf(key, value)
    if (weight > this.#most) return
    this.#weight += weight
    if (this.#weight > this.#most) this.#makeRoom()
    this.#entries.set(key, { value, weight, wasUsed: false })
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#weight -= entry.weight
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }

  /** Ends: each entry gets one more chance at most. */
  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#weight <= this.#most) return
      this.#entries.delete(key)
      if (entry.wasUsed) {
        entry.wasUsed = false
        this.#entries.set(key, entry)
      } else this.#weight -= entry.weight
    }
  }
}
