import { setTimeout as delay } from 'node:timers/promises'
import { AdminError } from '../core/errors.ts'
import type { WorkOptions } from './session.ts'

/** Attempts of a unit of work: of several transactions in conflict, one gets through each time. */
const TRIES = 8
/** A random pause up to this, so that the same transactions do not meet again. */
const MAX_PAUSE_MS = 50

/**
 * Runs a unit of work, and retries it when it has lost to another transaction (serialization failure, deadlock), which has
 * rolled all of it back.
 *
 * @param codes of the database for such conflicts, as `DatabaseReason.code`.
 * @param run is given the time that is left.
 */
export const retryConflicts = async <T>(
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
      const isConflict = error instanceof AdminError && error.reason !== undefined && codes.includes(error.reason.code)
      if (!isConflict || tries === TRIES || signal.aborted) throw error
      const pauseMs = Math.random() * MAX_PAUSE_MS
      if (performance.now() + pauseMs >= endMs) throw error
      await delay(pauseMs)
    }
  }
}
