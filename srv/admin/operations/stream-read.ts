import type { Database, Session, WorkOptions } from '../database/session.ts'
import { AdminError } from '../core/errors.ts'

/**
 * Items that are made within one unit of work of the database, which lasts as long as somebody reads them. Leaving ends
 * the work in the database, and so does the signal, even if the reader is stuck and never comes back.
 */
export async function* streamRead<T>(
  database: Database,
  { signal, timeoutMs }: WorkOptions,
  produce: (session: Session) => AsyncIterable<T>,
): AsyncGenerator<T, undefined, undefined> {
  const left = new AbortController()
  const items = new Rendezvous<T>()
  const ended = AbortSignal.any([signal, left.signal])
  const close = (): void => items.close()
  ended.addEventListener('abort', close, { once: true })
  const work = database.read({ signal: ended, timeoutMs }, async (session) => {
    for await (const item of produce(session)) if (!(await items.put(item))) return
  })
  const settled = work.then(
    () => items.end(),
    (error: unknown) => items.fail(error),
  )
  let isDone = false
  try {
    for (;;) {
      const item = await items.take()
      isDone = !item
      if (!item) return undefined
      yield item.value
    }
  } finally {
    if (!isDone) left.abort(new AdminError('OPERATION_CANCELLED', 'The result was not read to its end'))
    await settled
    ended.removeEventListener('abort', close)
  }
}

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
