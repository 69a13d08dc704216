const FIRST_MS = 250
const LONGEST_MS = 30_000
export const SOON_MS = 1_000
/** What has run for so long did not end because of how it started. */
const LIVED_MS = 60_000

/** How long to wait before something that has ended is started again: twice as long each time that it did not last. */
export class Backoff {
  #nextMs = FIRST_MS

  /**
   * @param livedMs how long it has run this time.
   * @param isAlone whether there is nothing beside it: then it is never waited long, however often it has ended.
   * @returns milliseconds.
   */
  next(livedMs: number, isAlone = false): number {
    if (livedMs >= LIVED_MS) this.#nextMs = FIRST_MS
    const waitMs = isAlone ? Math.min(this.#nextMs, SOON_MS) : this.#nextMs
    this.#nextMs = Math.min(LONGEST_MS, 2 * this.#nextMs)
    return waitMs
  }
}
