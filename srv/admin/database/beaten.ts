import { setTimeout as delay } from 'node:timers/promises'
import { AdminError } from '../errors.ts'
import type { WorkOptions } from './session.ts'

/** How often work is tried that others beat: of several that meet, one gets through each time. */
const TRIES = 8
/** Those who met once should not meet again. */
const MAX_PAUSE_MS = 50

/**
 * Runs a unit of work again when another transaction has beaten it and the database has undone all of it.
 *
 * @param codes how the database says that, as `DatabaseReason.code`.
 * @param run is given the time that is left.
 */
export const againWhenBeaten = async <T>(
  { signal, timeoutMs }: WorkOptions,
  codes: readonly string[],
  run: (timeoutMs: number) => Promise<T>,
): Promise<T> => {
  const endMs = performance.now() + timeoutMs
  for (let tries = 1; ; tries++) {
    const leftMs = endMs - performance.now()
    try {
      return await run(tries === 1 ? timeoutMs : leftMs)
    } catch (error) {
      const isBeaten = error instanceof AdminError && error.reason !== undefined && codes.includes(error.reason.code)
      if (!isBeaten || tries === TRIES || signal.aborted) throw error
      const pauseMs = Math.random() * MAX_PAUSE_MS
      if (performance.now() + pauseMs >= endMs) throw error
      await delay(pauseMs)
    }
  }
}
