/** Lets so much work run at once; of what waits, that which goes first is begun before all else. */
export class PrioritySemaphore {
  readonly #first: (() => void)[] = []
  readonly #others: (() => void)[] = []
  #free: number

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  async take<Result>(goesFirst: boolean, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((begin) => (goesFirst ? this.#first : this.#others).push(begin))
    try {
      return await work()
    } finally {
      const next = this.#first.shift() ?? this.#others.shift()
      if (next) next()
      else this.#free++
    }
  }
}
