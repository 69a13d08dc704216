interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs one after the other, and each run takes along all that was asked for during the one before: however many ask, one
 * run is under way.
 */
export class Batcher<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #most: number
  #waiting: Waiting<Item, Result>[] = []
  #isRunning = false

  /**
   * @param run resolves with a result for each item, in their order.
   * @param most items of a run.
   */
  constructor(run: (items: readonly Item[]) => Promise<readonly Result[]>, most: number) {
    this.#run = run
    this.#most = most
  }

  /** @throws whatever the run does that the item was part of. */
  ask(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#isRunning) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      const asked = this.#waiting.splice(0, this.#most)
      try {
        const results = await this.#run(asked.map(({ item }) => item))
        asked.forEach(({ resolve }, index) => resolve(results[index] as Result))
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    this.#isRunning = false
  }
}
