import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { type ApiError, toApiError } from './api-error.ts'

/** Something that is asked for over the network. While the same is loaded again, the value stays. */
export interface Loaded<Value> {
  readonly value: Value | undefined
  readonly error: ApiError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

interface Settled<Value> {
  readonly key: string
  readonly round: number
  readonly value?: Value
  readonly error?: ApiError
}

/**
 * Loads when shown, and again whenever `key` changes; what is under way then is given up.
 *
 * @param key stands for all that the question depends on; null asks nothing.
 */
export const useLoaded = <Value>(key: string | null, load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> => {
  const [round, setRound] = useState(0)
  const [settled, setSettled] = useState<Settled<Value>>()
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    const settle = (result: { value: Value } | { error: ApiError }): void => {
      if (!controller.signal.aborted) setSettled({ key, round, ...result })
    }
    loadNow(controller.signal).then(
      (value) => {
        settle({ value })
      },
      (error: unknown) => {
        settle({ error: toApiError(error) })
      },
    )
    return () => {
      controller.abort()
    }
  }, [key, round])
  const reload = useCallback(() => {
    setRound((before) => before + 1)
  }, [])
  const isOfKey = settled !== undefined && settled.key === key
  const isLoading = key !== null && !(isOfKey && settled.round === round)
  return {
    value: isOfKey ? settled.value : undefined,
    error: isOfKey && !isLoading ? settled.error : undefined,
    isLoading,
    reload,
  }
}
