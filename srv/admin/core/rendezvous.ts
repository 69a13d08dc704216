/** A channel without a buffer: a producer waits until its item was taken by the consumer. */
export class Rendezvous<T> {
  #item: { readonly value: T } | undefined
  #end: { readonly error: unknown } | 'done' | undefined
  #isClosed = false
  #changed: () => void = () => undefined
  #change = this.#nextChange()

  /** Waits until the item was taken. @returns false when the consumer has left. */
  async put(value: T): Promise<boolean> {
    this.#item = { value }
    this.#signal()
    while (this.#isWaiting()) await this.#change
    return !this.#isClosed
  }

  /** The producer has no more items. */
  end(): void {
    this.#end ??= 'done'
    this.#signal()
  }

  fail(error: unknown): void {
    this.#end ??= { error }
    this.#signal()
  }

  /** The consumer leaves. */
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
