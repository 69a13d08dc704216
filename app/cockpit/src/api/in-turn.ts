import { ApiError } from './api-error.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * Asks a heavy operation for a quick answer, after all others that were asked for so: the API runs few of them at a time
 * for one user, and a page may want several. Where too many run all the same, it waits once as long as the API asks.
 *
 * @param signal absent for what nobody ends.
 * @throws ApiError; whatever the signal was aborted with.
 */
export const inTurn = <Answer>(signal: AbortSignal | undefined, ask: () => Promise<Answer>): Promise<Answer> => {
  const turn = last.then(async () => {
    signal?.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'TOO_MANY_OPERATIONS') throw error
      await new Promise((resolve) => setTimeout(resolve, 1_000 * (error.retryAfterSeconds ?? 1)))
      signal?.throwIfAborted()
      return ask()
    }
  })
  last = turn.catch(() => undefined)
  return turn
}
