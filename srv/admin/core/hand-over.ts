/** Hands items from one who makes them to one who takes them, one at a time: nothing piles up between the two. */
export class HandOver<T> {
  #item: { readonly value: T } | undefined
  #end: { readonly error: unknown } | 'done' | undefined
  #isClosed = false
  #changed: () => void = () => undefined
  #change = this.#nextChange()

  /** Waits until the item was taken. @returns false when the taker has left. */
  async put(value: T): Promise<boolean> {
    this.#item = { value }
    this.#signal()
    while (this.#isWaiting()) await this.#change
    return !this.#isClosed
  }

  /** Nothing more will come. */
  end(): void {
    this.#end ??= 'done'
    this.#signal()
  }

  fail(error: unknown): void {
    this.#end ??= { error }
    this.#signal()
  }

  /** The taker leaves. */
  close(): void {
    this.#isClosed = true
    this.#signal()
  }

  /** @returns the next item, or undefined after the last. */
  async take(): Promise<{ readonly value: T } | undefined> {
    for (;;) {
      const item = this.#item
      if (item) {
        this.#item = undefined
        this.#signal()
        return item
      }
      if (this.#end === 'done') return undefined
      if (this.#end) throw this.#end.error
      await this.#change
    }
  }

  #isWaiting(): boolean {
    return this.#item !== undefined && !this.#isClosed
  }

  #signal(): void {
    const changed = this.#changed
    this.#change = this.#nextChange()
    changed()
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = resolve
    })
  }
}
