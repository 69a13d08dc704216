import { AdminError } from '../core/errors.ts'
import { type JsonObject, StreamedResult } from '../operations/operation.ts'

/** How work came to its end. */
export const OUTCOMES = ['succeeded', 'failed', 'cancelled'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface BoundedWork {
  /** Any of them, aborted with an `AdminError`, ends the work. */
  readonly signals: readonly AbortSignal[]
  readonly timeoutMs: number
  /** Told when the work starts; what it returns is told how it ended. */
  watch?(): (outcome: Outcome) => void
  work(signal: AbortSignal): Promise<JsonObject | StreamedResult>
  /** Called once when the work has really stopped, streams included. @param error undefined when it succeeded. */
  onEnd(error: unknown): void
}

// Time that a stream has after its end was ordered to close its JSON in good order.
const GRACE_MS = 1_000

/**
 * Runs work that has to end in time. The caller gets its answer when the time is over, even if the work does not heed
 * the signal. A stream that is left aborts it as well: what the work holds hangs on the signal, and is given back also
 * where a link between it and the reader was never started, or is stuck.
 *
 * @throws AdminError `OPERATION_TIMEOUT`, or the reason of the signal that was aborted.
 */
export const runBounded = async ({
  signals,
  timeoutMs,
  watch,
  work,
  onEnd,
}: BoundedWork): Promise<JsonObject | StreamedResult> => {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(timeout(timeoutMs)), timeoutMs)
  const left = new AbortController()
  const signal = AbortSignal.any([limit.signal, left.signal, ...signals])
  const watcher = watch?.()
  const end = (error: unknown): void => {
    clearTimeout(timer)
    const reason: unknown = signal.aborted && error !== undefined ? signal.reason : error
    watcher?.(outcomeOf(reason))
    onEnd(reason)
  }
  const run = Promise.resolve().then(() => work(signal))
  let isGivenUp = false
  run.then((result) => {
    if (!(result instanceof StreamedResult)) end(undefined)
    else if (isGivenUp) void closeStream(result).finally(() => end(signal.reason))
  }, end)
  try {
    const result = await raceAbort(run, signal, 0)
    return result instanceof StreamedResult ? bounded(result, { signal, left, end }) : result
  } catch (error) {
    isGivenUp = true
    // Whatever an operation throws when it was told to stop, the reason is why it was told.
    throw signal.aborted ? signal.reason : error
  }
}

const outcomeOf = (error: unknown): Outcome => {
  if (error === undefined) return 'succeeded'
  return error instanceof AdminError && error.code === 'OPERATION_CANCELLED' ? 'cancelled' : 'failed'
}

const timeout = (timeoutMs: number): AdminError =>
  new AdminError('OPERATION_TIMEOUT', `The operation did not end within ${timeoutMs / 1000} s`)

/** Settles as the promise does, or rejects a while after the abort. */
const raceAbort = <T>(promise: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const giveUp = (): void => {
      timer = setTimeout(() => reject(signal.reason as Error), graceMs)
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    })
  })

interface Bounds {
  readonly signal: AbortSignal
  /** Aborts the signal when the reader has left. */
  readonly left: AbortController
  end(error: unknown): void
}

const bounded = (result: StreamedResult, bounds: Bounds): StreamedResult =>
  // eslint-disable-next-line @typescript-eslint/no-misused-spread -- its fields are the options of another one
  new StreamedResult({ ...result, chunks: boundedChunks(result, bounds), signal: bounds.signal })

/** Not a generator: that would not know of its end when it was never started. */
const boundedChunks = (
  { chunks, failure }: StreamedResult,
  { signal, left, end }: Bounds,
): StreamedResult['chunks'] => ({
  [Symbol.asyncIterator]: () => {
    const inner = chunks[Symbol.asyncIterator]()
    let ending: Promise<void> | undefined
    const leave = async (error: unknown): Promise<void> => {
      try {
        await inner.return?.()
      } finally {
        end(error)
      }
    }
    /** Only the first reason counts. */
    const close = (error: unknown): Promise<void> => (ending ??= leave(error))
    const leaveEarly = (): Promise<void> => {
      const error = new AdminError('OPERATION_CANCELLED', 'The answer was not read to its end')
      left.abort(error)
      return close(error)
    }
    return {
      next: async () => {
        try {
          const item = await raceAbort(inner.next(), signal, GRACE_MS)
          // A stream that closed its JSON in good order after its time was over has not succeeded.
          if (item.done && !ending) {
            ending = Promise.resolve()
            end(signal.aborted ? signal.reason : failure())
          }
          return item
        } catch (error) {
          void close(error).catch(() => undefined)
          throw signal.aborted ? signal.reason : error
        }
      },
      return: async () => {
        // A source that is stuck must not hold up the one who leaves.
        await raceAbort(ending ?? leaveEarly(), signal, GRACE_MS).catch(() => undefined)
        return { done: true, value: undefined }
      },
    }
  },
})

const closeStream = async (result: StreamedResult): Promise<void> => {
  await result.chunks[Symbol.asyncIterator]().return?.()
}
