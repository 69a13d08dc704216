import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from './api-error.ts'
import { toApiError } from './api-error.ts'
import { cancelJob, startJob, watchJob } from './jobs.ts'
import type { HeavyPath, Job, JobBody, JobOptions, JobResult } from './jobs.ts'

export interface RunningJob<Path extends HeavyPath> {
  /** How far it is, from its first answer on. */
  readonly job: Job | undefined
  readonly result: JobResult<Path> | undefined
  readonly error: ApiError | undefined
  readonly isRunning: boolean
  /** Starts it, and forgets what was before. */
  readonly start: (body: JobBody<Path>, options?: JobOptions) => void
  readonly cancel: () => void
  readonly reset: () => void
}

interface State<Path extends HeavyPath> {
  readonly job?: Job
  readonly result?: JobResult<Path>
  readonly error?: ApiError
  readonly isRunning: boolean
}

/**
 * Runs one heavy operation at a time in the background of the server, and watches it. Leaving the page ends the watching;
 * the work goes on, and is found under the running operations, unless `cancelOnLeave` says that nobody else wants it.
 */
export const useJob = <Path extends HeavyPath>(path: Path, { cancelOnLeave = false } = {}): RunningJob<Path> => {
  const [state, setState] = useState<State<Path>>({ isRunning: false })
  const watching = useRef<{ readonly controller: AbortController; id?: string } | null>(null)

  const leave = useCallback(() => {
    const { current } = watching
    watching.current = null
    current?.controller.abort()
    return current?.id
  }, [])

  const start = useCallback(
    (body: JobBody<Path>, options?: JobOptions) => {
      const before = leave()
      if (cancelOnLeave && before !== undefined) void cancelJob(before).catch(() => undefined)
      const watched = { controller: new AbortController() } as { controller: AbortController; id?: string }
      watching.current = watched
      const isCurrent = (): boolean => watching.current === watched
      setState({ isRunning: true })
      const run = async (): Promise<void> => {
        watched.id = await startJob(path, body, options)
        if (!isCurrent()) return
        const job = await watchJob(watched.id, watched.controller.signal, (progress) => {
          if (isCurrent()) setState({ job: progress, isRunning: true })
        })
        delete watched.id
        if (isCurrent()) setState({ job, result: job.result as JobResult<Path>, isRunning: false })
      }
      run().catch((error: unknown) => {
        delete watched.id
        if (isCurrent()) setState((last) => ({ ...last, error: toApiError(error), isRunning: false }))
      })
    },
    [path, leave, cancelOnLeave],
  )

  const cancel = useCallback(() => {
    const id = watching.current?.id
    if (id !== undefined) void cancelJob(id).catch(() => undefined)
  }, [])

  const reset = useCallback(() => {
    leave()
    setState({ isRunning: false })
  }, [leave])

  useEffect(
    () => () => {
      const id = leave()
      if (cancelOnLeave && id !== undefined) void cancelJob(id).catch(() => undefined)
    },
    [leave, cancelOnLeave],
  )

  return { job: state.job, result: state.result, error: state.error, isRunning: state.isRunning, start, cancel, reset }
}
