const TURN_MS = 8

/**
 * Runs work that yields between its pieces, and lets the event loop have a turn every few milliseconds.
 *
 * @throws the signal's reason when it is aborted.
 */
export const inTurns = async <Result>(work: Generator<void, Result>, signal: AbortSignal): Promise<Result> => {
  for (;;) {
    const end = performance.now() + TURN_MS
    while (performance.now() < end) {
      const { done, value } = work.next()
      if (done) return value
    }
    await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
  }
}
