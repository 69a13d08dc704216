/** What becomes of work that a full queue has no room for. */
export class QueueFull extends Error {}

interface Waiting {
  readonly begin: () => void
  readonly refuse: (error: QueueFull) => void
}

/**
 * Runs some work at once and lets a bounded rest wait, each party in turn: who sends a lot waits behind itself, not
 * before others. When it is full, who waits most often makes room for those who do less.
 */
export class FairQueue {
  readonly #atOnce: number
  readonly #capacity: number
  /** In the order of whose turn is next; nobody with nothing. */
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0
  #size = 0

  /** @param capacity how many may wait, of all parties together. */
  constructor(atOnce: number, capacity: number) {
    this.#atOnce = atOnce
    this.#capacity = capacity
  }

  /** @throws QueueFull when the work was not begun. */
  async run<Result>(party: string, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(party)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turn(party: string): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running++
      return Promise.resolve()
    }
    return new Promise((begin, refuse) => {
      const own = this.#waiting.get(party) ?? []
      if (this.#size >= this.#capacity && !this.#makeRoom(own.length + 1)) return refuse(new QueueFull('Too many wait'))
      own.push({ begin, refuse })
      this.#waiting.set(party, own)
      this.#size++
    })
  }

  #next(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#running--
      return
    }
    const [party, [first, ...rest]] = next
    this.#waiting.delete(party)
    if (rest.length > 0) this.#waiting.set(party, rest)
    this.#size--
    first?.begin()
  }

  /** @returns false when nobody waits more often than so many times. */
  #makeRoom(times: number): boolean {
    const [party, most] = [...this.#waiting].reduce((a, b) => (b[1].length > a[1].length ? b : a))
    if (most.length <= times) return false
    most.pop()?.refuse(new QueueFull('Others wait less often'))
    this.#size--
    if (most.length === 0) this.#waiting.delete(party)
    return true
  }
}
