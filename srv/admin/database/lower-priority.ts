import { getPriority, setPriority } from 'node:os'

/** Of the range from -20 to 19, 0 being what everybody starts with. */
const [LOWER_BY, LOWEST] = [5, 19]

/**
 * Lets others go first who want the processor: a process, or on Linux a thread alone, that works through many rows is in
 * less of a hurry than requests are.
 */
export const lowerPriority = (): void => {
  try {
    setPriority(Math.min(getPriority() + LOWER_BY, LOWEST))
  } catch {
    // Not granted: it is as urgent as all else then.
  }
}
