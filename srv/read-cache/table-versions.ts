/** What the answer to one request was made from, collected while it is made. */
export class Recording {
  /** The time by `TableVersions` before anything was read. */
  readonly since: number
  readonly #tables = new Set<string>()
  #isRepeatable = true

  constructor(since: number) {
    this.since = since
  }

  read(tables: readonly string[]): void {
    for (const table of tables) this.#tables.add(table)
  }

  /** The same request may get another answer though no table has changed. */
  spoil(): void {
    this.#isRepeatable = false
  }

  get isRepeatable(): boolean {
    return this.#isRepeatable
  }

  get tables(): readonly string[] {
    return [...this.#tables]
  }
}

/**
 * When each table last changed, by a clock that ticks with every change. An answer is good as long as none of its tables
 * has changed since a moment before its first query.
 */
export class TableVersions {
  #now = 0
  #allChanged = 0
  readonly #changed = new Map<string, number>()
  readonly #onAllChanged: () => void

  /** @param onAllChanged called when nothing that was read before is good any more. */
  constructor(onAllChanged: () => void = () => undefined) {
    this.#onAllChanged = onAllChanged
  }

  /** To be noted before reading. */
  get now(): number {
    return this.#now
  }

  change(tables: Iterable<string>): void {
    this.#now++
    for (const table of tables) this.#changed.set(table, this.#now)
  }

  changeAll(): void {
    this.#allChanged = ++this.#now
    this.#changed.clear()
    this.#onAllChanged()
  }

  areUnchanged(tables: readonly string[], since: number): boolean {
    if (this.#allChanged > since) return false
    for (const table of tables) if ((this.#changed.get(table) ?? 0) > since) return false
    return true
  }
}
