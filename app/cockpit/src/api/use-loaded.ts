import { useCallback, useEffect, useState } from 'react'
import type { ApiError } from './api-error.ts'
import { toApiError } from './api-error.ts'

/** Something that is asked for over the network. What was there before stays until there is something new. */
export interface Loaded<Value> {
  readonly value: Value | undefined
  readonly error: ApiError | undefined
  readonly isLoading: boolean
  reload(): void
}

/**
 * Loads when shown, and again whenever `key` changes; what is under way then is given up.
 *
 * @param key stands for all that the question depends on; null asks nothing.
 */
export const useLoaded = <Value>(key: string | null, load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> => {
  const [round, setRound] = useState(0)
  const [state, setState] = useState<{ key: string | null; value?: Value; error?: ApiError; isLoading: boolean }>({
    key,
    isLoading: key !== null,
  })
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    setState((before) => ({ key, isLoading: true, ...(before.key === key && { value: before.value as Value }) }))
    load(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setState({ key, value, isLoading: false })
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ key, error: toApiError(error), isLoading: false })
      },
    )
    return () => {
      controller.abort()
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` says when the question is another one
  }, [key, round])
  const reload = useCallback(() => {
    setRound((before) => before + 1)
  }, [])
  return { value: state.value, error: state.error, isLoading: state.isLoading, reload }
}
