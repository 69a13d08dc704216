import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, toApiError } from './api-error.ts'
import {
  cancelJob,
  type HeavyPath,
  type Job,
  type JobBody,
  type JobOptions,
  type JobResult,
  readJob,
  startJob,
  watchJob,
  type WhileQueued,
} from './jobs.ts'
import { keepJob, readKeptJob } from './kept-job.ts'

export interface RunningJob<Path extends HeavyPath> {
  /** How far it is, from its first answer on. */
  readonly job: Job | undefined
  readonly result: JobResult<Path> | undefined
  readonly error: ApiError | undefined
  readonly isRunning: boolean
  /** Others have to end before it begins. */
  readonly isQueued: boolean
  /** What a job works on that was found again, as it was named when it was started. */
  readonly subject: string | undefined
  /** Starts it, and forgets what was before. */
  readonly start: (body: JobBody<Path>, options?: StartOptions) => void
  readonly cancel: () => void
  readonly reset: () => void
}

interface StartOptions extends JobOptions {
  /** Names what it works on, for those who come back to it. */
  readonly subject?: string
}

interface UseJobOptions {
  /** Nobody wants it without the page, so leaving or reloading the page ends it; it changes nothing. */
  readonly cancelOnLeave?: boolean
  /** Goes on without the page, which shows it again when one comes back. */
  readonly isKept?: boolean
  /** The question that it answers: whoever comes back to the same one finds the answer, and no other is shown. */
  readonly keptFor?: string | undefined
}

interface State<Path extends HeavyPath> {
  readonly job?: Job
  readonly result?: JobResult<Path>
  readonly error?: ApiError
  readonly isRunning: boolean
  readonly isQueued?: boolean
  readonly subject?: string
  /** Under which it is kept. */
  readonly key?: string | undefined
}

interface Watched {
  readonly controller: AbortController
  /** Until it has ended, once the server has told it. */
  id?: string
  /** Nobody wants its answer any more. */
  isUnwanted: boolean
  hasEnded: boolean
}

const CANCELLED = { status: 200, code: 'OPERATION_CANCELLED', title: '', details: '' }

const endQuietly = (id: string): void => {
  cancelJob(id).catch(() => undefined)
}

/**
 * Runs one heavy operation at a time in the background of the server, and watches it. Leaving the page ends the watching;
 * the work goes on, and is found under the running operations, unless `cancelOnLeave` says that nobody else wants it.
 */
export const useJob = <Path extends HeavyPath>(
  path: Path,
  { cancelOnLeave = false, isKept = false, keptFor }: UseJobOptions = {},
): RunningJob<Path> => {
  const key = keptFor === undefined ? (isKept ? path : undefined) : `${path} ${keptFor}`
  const [told, setState] = useState<State<Path>>({ isRunning: false })
  // An answer beside a question that is not its own would mislead.
  const state: State<Path> = told.key === key ? told : { isRunning: false }
  const watching = useRef<Watched | null>(null)

  const leave = useCallback(() => {
    const { current } = watching
    watching.current = null
    current?.controller.abort()
    if (!current || !cancelOnLeave) return
    current.isUnwanted = true
    if (current.id !== undefined) endQuietly(current.id)
    if (!current.hasEnded && key !== undefined) keepJob(key, undefined)
  }, [cancelOnLeave, key])

  const watch = useCallback(
    (find: (whileQueued: WhileQueued) => Promise<string>, subject: string | undefined) => {
      leave()
      const watched: Watched = { controller: new AbortController(), isUnwanted: false, hasEnded: false }
      watching.current = watched
      const named = subject !== undefined && { subject }
      const show = (shown: State<Path>): void => {
        if (watching.current === watched) setState({ ...shown, ...named, key })
      }
      show({ isRunning: true })
      const run = async (): Promise<void> => {
        const id = await find(() => {
          if (watched.isUnwanted) throw new ApiError(CANCELLED)
          show({ isRunning: true, isQueued: true })
          return watched.controller.signal
        })
        watched.id = id
        // Left or cancelled before there was anything to cancel.
        if (watched.isUnwanted) endQuietly(id)
        if (watching.current !== watched) return
        const job = await watchJob(id, watched.controller.signal, (progress) => {
          show({ job: progress, isRunning: true })
        })
        delete watched.id
        watched.hasEnded = true
        // It may have ended before it heard; what it has only read is then unwanted all the same.
        if (watched.isUnwanted && cancelOnLeave) throw new ApiError(CANCELLED)
        show({ job, result: job.result as JobResult<Path>, isRunning: false })
      }
      run().catch((error: unknown) => {
        delete watched.id
        show({ error: toApiError(error), isRunning: false })
      })
    },
    [leave, cancelOnLeave, key],
  )

  const start = useCallback(
    (body: JobBody<Path>, { subject, ...options }: StartOptions = {}) => {
      const begin = async (whileQueued: WhileQueued): Promise<string> => {
        const id = await startJob(path, body, { ...options, whileQueued })
        if (key !== undefined) keepJob(key, { id, subject: subject ?? '' })
        return id
      }
      watch(begin, subject)
    },
    [path, watch, key],
  )

  const cancel = useCallback(() => {
    const { current } = watching
    if (!current) return
    current.isUnwanted = true
    if (current.id !== undefined) endQuietly(current.id)
  }, [])

  const reset = useCallback(() => {
    leave()
    if (key !== undefined) keepJob(key, undefined)
    setState({ isRunning: false })
  }, [leave, key])

  useEffect(() => {
    const kept = key === undefined ? undefined : readKeptJob(key)
    const controller = new AbortController()
    if (kept)
      readJob(kept.id, controller.signal).then(
        ({ status }) => {
          // Whoever has left the page did not want it to go on.
          if (cancelOnLeave && status !== 'succeeded' && key !== undefined) keepJob(key, undefined)
          else if (!watching.current) watch(() => Promise.resolve(kept.id), kept.subject)
        },
        () => {
          // Forgotten by the server, or another user's.
          if (!controller.signal.aborted && key !== undefined) keepJob(key, undefined)
        },
      )
    // A page that is reloaded or closed is not unmounted.
    addEventListener('pagehide', leave)
    return () => {
      controller.abort()
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [leave, watch, key, cancelOnLeave])

  return {
    job: state.job,
    result: state.result,
    error: state.error,
    isRunning: state.isRunning,
    isQueued: state.isQueued === true,
    subject: state.subject,
    start,
    cancel,
    reset,
  }
}
