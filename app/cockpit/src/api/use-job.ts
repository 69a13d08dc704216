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
} from './jobs.ts'
import { keepJob, readKeptJob } from './kept-job.ts'

export interface RunningJob<Path extends HeavyPath> {
  /** How far it is, from its first answer on. */
  readonly job: Job | undefined
  readonly result: JobResult<Path> | undefined
  readonly error: ApiError | undefined
  readonly isRunning: boolean
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
}

interface State<Path extends HeavyPath> {
  readonly job?: Job
  readonly result?: JobResult<Path>
  readonly error?: ApiError
  readonly isRunning: boolean
  readonly subject?: string
}

interface Watched {
  readonly controller: AbortController
  /** Until it has ended, once the server has told it. */
  id?: string
  /** Nobody wants its answer any more. */
  isUnwanted: boolean
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
  { cancelOnLeave = false, isKept = false }: UseJobOptions = {},
): RunningJob<Path> => {
  const [state, setState] = useState<State<Path>>({ isRunning: false })
  const watching = useRef<Watched | null>(null)

  const leave = useCallback(() => {
    const { current } = watching
    watching.current = null
    current?.controller.abort()
    if (!current || !cancelOnLeave) return
    current.isUnwanted = true
    if (current.id !== undefined) endQuietly(current.id)
  }, [cancelOnLeave])

  const watch = useCallback(
    (find: () => Promise<string>, subject: string | undefined) => {
      leave()
      const watched: Watched = { controller: new AbortController(), isUnwanted: false }
      watching.current = watched
      const told = subject !== undefined && { subject }
      const show = (shown: State<Path>): void => {
        if (watching.current === watched) setState({ ...shown, ...told })
      }
      show({ isRunning: true })
      const run = async (): Promise<void> => {
        const id = await find()
        watched.id = id
        // Left or cancelled before there was anything to cancel.
        if (watched.isUnwanted) endQuietly(id)
        if (watching.current !== watched) return
        const job = await watchJob(id, watched.controller.signal, (progress) => {
          show({ job: progress, isRunning: true })
        })
        delete watched.id
        // It may have ended before it heard; what it has only read is then unwanted all the same.
        if (watched.isUnwanted && cancelOnLeave) throw new ApiError(CANCELLED)
        show({ job, result: job.result as JobResult<Path>, isRunning: false })
      }
      run().catch((error: unknown) => {
        delete watched.id
        show({ error: toApiError(error), isRunning: false })
      })
    },
    [leave, cancelOnLeave],
  )

  const start = useCallback(
    (body: JobBody<Path>, { subject, ...options }: StartOptions = {}) => {
      const begin = async (): Promise<string> => {
        const id = await startJob(path, body, options)
        if (isKept) keepJob(path, { id, subject: subject ?? '' })
        return id
      }
      watch(begin, subject)
    },
    [path, watch, isKept],
  )

  const cancel = useCallback(() => {
    const { current } = watching
    if (!current) return
    current.isUnwanted = true
    if (current.id !== undefined) endQuietly(current.id)
  }, [])

  const reset = useCallback(() => {
    leave()
    if (isKept) keepJob(path, undefined)
    setState({ isRunning: false })
  }, [leave, path, isKept])

  useEffect(() => {
    const kept = isKept ? readKeptJob(path) : undefined
    const controller = new AbortController()
    if (kept)
      readJob(kept.id, controller.signal).then(
        () => {
          if (!watching.current) watch(() => Promise.resolve(kept.id), kept.subject)
        },
        () => {
          // Forgotten by the server, or another user's.
          if (!controller.signal.aborted) keepJob(path, undefined)
        },
      )
    // A page that is reloaded or closed is not unmounted.
    addEventListener('pagehide', leave)
    return () => {
      controller.abort()
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [leave, watch, path, isKept])

  return {
    job: state.job,
    result: state.result,
    error: state.error,
    isRunning: state.isRunning,
    subject: state.subject,
    start,
    cancel,
    reset,
  }
}
