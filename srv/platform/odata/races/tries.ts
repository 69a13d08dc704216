import { setTimeout } from 'node:timers/promises'
import { takeLoss } from './losses.ts'

/** A record that is wanted by many is free after some milliseconds; who waits longer than this meets more than a race. */
const LONGEST_MS = 3_000
/** PostgreSQL looks for deadlocks after a second: those who are slow to meet may try again later than that. */
const FEWEST = 5
const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 200
/** What still violates a rule when it is made again is not the doing of others. */
const MOST_VIOLATIONS = 1

/** How often a request is made again that has lost to others, and when. */
export class Tries {
  readonly #req: object
  readonly #endMs = performance.now() + LONGEST_MS
  #pauseMs = FIRST_PAUSE_MS
  #tries = 0
  #violations = 0

  /** @param req the HTTP request. */
  constructor(req: object) {
    this.#req = req
  }

  /** Whether what has failed is to be made again; resolves when it may, which differs for those who have met. */
  async again(): Promise<boolean> {
    const loss = takeLoss(this.#req)
    if (!loss) return false
    if (loss === 'violation' && ++this.#violations > MOST_VIOLATIONS) return false
    if (++this.#tries > FEWEST && performance.now() >= this.#endMs) return false
    await setTimeout(this.#pauseMs * Math.random())
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS)
    return true
  }
}
