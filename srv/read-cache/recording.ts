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
