/** For which an answer is waited. */
const TIMEOUT_MS = 100

/** A connection that has not answered for so long is dead. */
const SILENCE_MS = 2_000

interface Question {
  /** Infinite as long as it is about to be sent. */
  readonly sentMs: number
  /** Resolves with the answer, or after a timeout. */
  readonly settled: Promise<void>
}

/** Asks a database what has been committed: one question at a time, for all who want to know. */
export class Questions {
  readonly #ask: () => Promise<unknown>
  readonly #onSilence: () => void
  /** When the last question was sent that has been answered. All that was committed by then has been heard of. */
  #heardMs = -Infinity
  #question: Question | undefined
  #next: Promise<void> | undefined

  /**
   * @param ask sends a question; may fail.
   * @param onSilence called when it has, or when no answer comes.
   */
  constructor(ask: () => Promise<unknown>, onSilence: () => void) {
    this.#ask = ask
    this.#onSilence = onSilence
  }

  /** Whether all has been heard of that was committed up to `lagMs` ago. It takes a question if the last was before. */
  hasHeard(lagMs: number): boolean | Promise<boolean> {
    const nowMs = performance.now()
    const sinceMs = nowMs - lagMs
    // Somebody will want to know soon.
    if (!this.#question && nowMs - this.#heardMs > lagMs / 4) void this.#send()
    if (this.#heardMs >= sinceMs) return true
    const { sentMs = nowMs, settled } = this.#question ?? {}
    if (nowMs - sentMs > TIMEOUT_MS) return false
    const answered = sentMs >= sinceMs ? settled : (this.#next ??= this.#sendNext(settled))
    return Promise.resolve(answered).then(() => this.#heardMs >= sinceMs)
  }

  async #sendNext(settled: Promise<void> | undefined): Promise<void> {
    await settled
    this.#next = undefined
    if (!this.#question) await this.#send()
  }

  #send(): Promise<void> {
    const { promise: settled, resolve } = Promise.withResolvers<undefined>()
    const question = { sentMs: Infinity, settled }
    this.#question = question
    // Those who want to know at the same time share it.
    setImmediate(() => {
      const timeout = setTimeout(resolve, TIMEOUT_MS, undefined).unref()
      const silence = setTimeout(this.#onSilence, SILENCE_MS).unref()
      const sentMs = (question.sentMs = performance.now())
      const finish = (): void => {
        clearTimeout(timeout)
        clearTimeout(silence)
        resolve(undefined)
      }
      this.#ask().then(
        () => {
          this.#heardMs = sentMs
          this.#question = undefined
          finish()
        },
        () => {
          finish()
          this.#onSilence()
        },
      )
    })
    return settled
  }
}
