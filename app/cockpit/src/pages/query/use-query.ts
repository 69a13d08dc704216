import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, toApiError } from '../../api/api-error.ts'
import { api, bodyOf } from '../../api/client.ts'
import type { QueryAnswer } from './query-answer.ts'

/** Values by the names of parameters. */
export type Parameters = Readonly<Record<string, string | number | null>>

interface Asked {
  readonly isRunning: boolean
  readonly answer?: QueryAnswer
  readonly error?: ApiError
}

/** What is asked for: the rows, the plan, or the plan with what was measured while the statement ran. */
export type Way = 'rows' | 'plan' | 'measure'

const CANCELLED = { status: 0, code: 'OPERATION_CANCELLED', title: '', details: '' }

/** Runs one statement at a time; cancelling it, leaving the page and closing it end it on the server as well. */
export const useQuery = () => {
  const [asked, setAsked] = useState<Asked>({ isRunning: false })
  const running = useRef<AbortController>(null)
  const cancel = useCallback(() => {
    running.current?.abort()
  }, [])
  useEffect(() => cancel, [cancel])
  const run = useCallback((sql: string, way: Way, parameters: Parameters) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const show = (next: Asked): void => {
      if (running.current === controller) setAsked(next)
    }
    show({ isRunning: true })
    bodyOf(
      api.POST('/query', {
        body: { sql, parameters, plan: way !== 'rows', ...(way === 'measure' && { analyze: true }) },
        signal: controller.signal,
      }),
    ).then(
      (answer) => {
        show({ isRunning: false, answer })
      },
      (error: unknown) => {
        show({ isRunning: false, error: controller.signal.aborted ? new ApiError(CANCELLED) : toApiError(error) })
      },
    )
  }, [])
  return { ...asked, run, cancel }
}
