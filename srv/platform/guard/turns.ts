import { AsyncResource } from 'node:async_hooks'

/** How much begins in one turn of the event loop. */
const PER_TURN = 8
/** For how long work waits for connections that keep coming. */
const PATIENCE_MS = 50

/**
 * Spreads work over the turns of the event loop, which takes in one new connection in each of them: work waits while
 * connections come in. So however many clients come at once with however much to do, those behind them are heard, and
 * whatever is answered at once, such as a probe of the server's health, is answered soon.
 */
export class Turns {
  readonly #perTurn: number
  readonly #waiting: (() => void)[] = []
  #begun = 0
  #noisySinceMs: number | undefined
  #isNoisy = false
  #isScheduled = false

  constructor(perTurn: number = PER_TURN) {
    this.#perTurn = perTurn
  }

  /** Begins at once where nothing speaks against it. */
  begin(work: () => void): void {
    if (this.#isNoisy || this.#waiting.length > 0 || this.#begun >= this.#perTurn) {
      // It stays the work of its own request, whoever's turn it is when it begins.
      this.#waiting.push(AsyncResource.bind(work))
      this.#schedule()
      return
    }
    this.#begun++
    this.#schedule()
    work()
  }

  /** Begins when the event loop has turned, and so told what has come meanwhile. */
  beginLater(work: () => void): void {
    this.#isNoisy = true
    this.begin(work)
  }

  /** To be told of each new connection. */
  connected(): void {
    this.#isNoisy = true
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    this.#isScheduled = false
    this.#begun = 0
    const now = performance.now()
    const mustWait = this.#isNoisy && now - (this.#noisySinceMs ??= now) < PATIENCE_MS
    this.#isNoisy = false
    if (mustWait) return this.#schedule()
    this.#noisySinceMs = undefined
    const due = this.#waiting.splice(0, this.#perTurn)
    this.#begun = due.length
    if (this.#begun > 0) this.#schedule()
    for (const work of due) work()
  }
}

/** Those of this process. */
export const turns = new Turns()
