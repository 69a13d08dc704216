import { getPriority, setPriority } from 'node:os'

/** Of the range from -20 to 19, 0 being what everybody starts with. */
const [LOWER_BY, LOWEST] = [5, 19]

/**
 * Lowers the priority of the process, or on Linux of the thread alone: work through many rows can wait, requests cannot.
 */
export const lowerPriority = (): void => {
  try {
    setPriority(Math.min(getPriority() + LOWER_BY, LOWEST))
  } catch {
    // Not granted: it is as urgent as all else then.
  }
}
