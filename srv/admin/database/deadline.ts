import { AdminError } from '../core/errors.ts'
import type { WorkOptions } from './session.ts'

/** Ends a unit of work, for either reason: its time is over, or nobody waits for it. */
export interface Deadline {
  /** Its reason is always an `AdminError`. */
  readonly signal: AbortSignal
  /** @throws AdminError when the end has come. */
  check(): void
  /** Milliseconds that are left. */
  left(): number
  /** Frees the timer. */
  dispose(): void
}

export const startDeadline = ({ signal, timeoutMs }: WorkOptions): Deadline => {
  const controller = new AbortController()
  const cancel = (): void => {
    const reason: unknown = signal.reason
    controller.abort(
      reason instanceof AdminError ? reason : new AdminError('OPERATION_CANCELLED', 'The operation was cancelled'),
    )
  }
  const expire = (): void => {
    const seconds = String(Math.ceil(timeoutMs / 1000))
    controller.abort(new AdminError('OPERATION_TIMEOUT', `The operation did not end within ${seconds} s`))
  }
  const timer = setTimeout(expire, timeoutMs)
  const end = performance.now() + timeoutMs
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    check: () => {
      if (controller.signal.aborted) throw controller.signal.reason as AdminError
    },
    left: () => Math.max(0, end - performance.now()),
    dispose: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    },
  }
}

/** Work with a deadline that is given up behind it. */
export const withDeadline = async <T>(options: WorkOptions, work: (deadline: Deadline) => Promise<T>): Promise<T> => {
  const deadline = startDeadline(options)
  try {
    return await work(deadline)
  } finally {
    deadline.dispose()
  }
}

/** The promise's outcome, or the deadline's error if that comes first. */
export const beforeDeadline = <T>(promise: Promise<T>, { signal }: Deadline): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as AdminError)
    if (signal.aborted) {
      promise.catch(() => undefined)
      abort()
      return
    }
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
