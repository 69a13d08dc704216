import { setPriority } from 'node:os'

/** Of the range from -20 to 19, 0 being everybody's. */
const PRIORITY = 5

/**
 * Lets others go first who want the processor: a process, or on Linux a thread alone, that works through many rows is in
 * less of a hurry than requests are.
 */
export const lowerPriority = (): void => {
  try {
    setPriority(PRIORITY)
  } catch {
    // Not granted: it is as urgent as all else then.
  }
}
