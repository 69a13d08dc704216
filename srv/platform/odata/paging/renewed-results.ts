import { AsyncLocalStorage } from 'node:async_hooks'

/** What work finds is good enough for a while. */
const GOOD_FOR_MS = 30_000
/** The while is so many times what the work took, so that it is not done most of the time. */
const TIMES = 1_000
const LONGEST_MS = 900_000
const MOST = 500

interface Entry<Result> {
  readonly result: Promise<Result>
  /** When the work is to be done again, while others still use what it found. */
  goodUntil: number
  /** When that is too old for it. */
  usableUntil: number
}

/** Outside the transaction of a request, which may end before the work does. */
const outsideRequests = AsyncLocalStorage.snapshot() as (work: () => void) => void

/**
 * Keeps what costly work finds, for 30 s at least and 15 min at most, by what the work takes. Then it is done again
 * behind those who ask; after twice the time they wait for it.
 */
export class RenewedResults<Result> {
  readonly #entries = new Map<string, Entry<Result>>()

  /**
   * @param work what finds the result for a key; who asks meanwhile waits for the same.
   * @param isAgain whether what another had begun has failed already
   */
  get(key: string, work: () => Promise<Result>, isAgain = false): Promise<Result> {
    const now = performance.now()
    const entry = this.#entries.get(key)
    if (!entry || now >= entry.usableUntil) return this.#keep(key, work(), now)
    if (now >= entry.goodUntil) this.#renew(key, entry, work)
    // Who has begun may go before the end, which is nothing to those who wait with him. What fails twice fails for all:
    // one after the other they would wait for a database that is away.
    return isAgain ? entry.result : entry.result.catch(() => this.get(key, work, true))
  }

  /** A failure is told to who has begun, and not kept. */
  #keep(key: string, result: Promise<Result>, begun: number): Promise<Result> {
    const entry = { result, goodUntil: Infinity, usableUntil: Infinity }
    if (this.#entries.size >= MOST) this.#entries.clear()
    this.#entries.set(key, entry)
    result.then(
      () => {
        const now = performance.now()
        const goodForMs = Math.min(Math.max(GOOD_FOR_MS, (now - begun) * TIMES), LONGEST_MS)
        entry.goodUntil = now + goodForMs
        entry.usableUntil = now + 2 * goodForMs
      },
      () => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key)
      },
    )
    return result
  }

  /** Nobody waits for it: where it fails, the result is used until it is too old. */
  #renew(key: string, entry: Entry<Result>, work: () => Promise<Result>): void {
    entry.goodUntil = entry.usableUntil
    outsideRequests(() => {
      const begun = performance.now()
      work().then(
        (result) => void this.#keep(key, Promise.resolve(result), begun),
        () => undefined,
      )
    })
  }
}
