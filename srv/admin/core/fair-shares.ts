/** How many of each kind to take so that together they are at most `total`, and rare ones are not crowded out. */
export const fairShares = (counts: readonly number[], total: number): number[] => {
  const shares = counts.map(() => 0)
  let left = total
  let open = counts.map((_, index) => index).filter((index) => (counts[index] ?? 0) > 0)
  while (left > 0 && open.length > 0) {
    const each = Math.max(1, Math.floor(left / open.length))
    for (const index of open) {
      const share = Math.min(each, (counts[index] ?? 0) - (shares[index] ?? 0), left)
      shares[index] = (shares[index] ?? 0) + share
      left -= share
    }
    open = open.filter((index) => (shares[index] ?? 0) < (counts[index] ?? 0))
  }
  return shares
}

/** The first items of each kind, as many as `fairShares` gives each, while it is not known yet how many come. */
export class FairSamples<T> {
  readonly #kinds: T[][]
  readonly #max: number
  #count = 0
  /** No kind has more. */
  #longest = Infinity

  constructor(kinds: number, max: number) {
    this.#kinds = Array.from({ length: kinds }, () => [])
    this.#max = max
  }

  /** @param item made only when it is kept. */
  offer(kind: number, item: () => T): void {
    const items = this.#kinds[kind]
    if (!items || this.#max === 0) return
    if (this.#count < this.#max) this.#count++
    else if (!this.#makeRoomFor(items)) return
    items.push(item())
  }

  get all(): T[] {
    return this.#kinds.flat()
  }

  /** Takes the last item of the kind that has most, if that is fair. */
  #makeRoomFor(items: readonly T[]): boolean {
    if (this.#longest <= items.length + 1) return false
    const longest = this.#kinds.reduce((a, b) => (b.length > a.length ? b : a))
    this.#longest = longest.length
    if (longest.length <= items.length + 1) return false
    longest.pop()
    return true
  }
}
