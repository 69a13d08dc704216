import { PoolFull } from './failures.ts'

interface Limits {
  /** How many may wait for a place. */
  readonly waiting: number
  /** For how long each of them does, at most. */
  readonly waitMs: number
}

/** A number of places that are taken and left, and a bounded room to wait for one. */
export class Semaphore {
  readonly #limits: Limits
  /** In the order in which they came. */
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor(count: number, limits: Limits) {
    this.#free = count
    this.#limits = limits
  }

  /** @returns what leaves the place. @throws PoolFull when there is none in time. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await this.#wait()
    return () => {
      const [next] = this.#waiting
      if (next) next()
      else this.#free++
    }
  }

  #wait(): Promise<void> {
    const { waiting, waitMs } = this.#limits
    return new Promise((resolve, reject) => {
      if (this.#waiting.size >= waiting) return reject(new PoolFull('Too many wait for a connection'))
      const end = (settle: () => void): void => {
        clearTimeout(timer)
        this.#waiting.delete(enter)
        settle()
      }
      const enter = (): void => end(resolve)
      const timer = setTimeout(() => end(() => reject(new PoolFull('No connection has become free in time'))), waitMs)
      this.#waiting.add(enter)
    })
  }
}
