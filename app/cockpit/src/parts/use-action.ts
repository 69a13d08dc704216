import { useCallback, useState } from 'react'
import { type ApiError, toApiError } from '../api/api-error.ts'

interface Action {
  /** Starts it, unless one is running already. */
  readonly run: (action: () => Promise<unknown>) => void
  readonly isRunning: boolean
  /** Why the last one failed. */
  readonly error: ApiError | undefined
}

/** Something that a click does and that takes a while. */
export const useAction = (): Action => {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<ApiError>()
  const run = useCallback((action: () => Promise<unknown>) => {
    setRunning(true)
    setError(undefined)
    action()
      .catch((reason: unknown) => {
        setError(toApiError(reason))
      })
      .finally(() => {
        setRunning(false)
      })
  }, [])
  return { run, isRunning, error }
}
