import { AsyncResource } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { turns } from '../../guard/index.ts'

interface Waiting {
  readonly rows: number
  readonly res: ServerResponse
  readonly begin: () => void
}

/**
 * Lets answers be made only as long as they have no more rows together than one may have; the others wait, in order.
 * Between two of them others get their turn: a database that answers at once would keep all of them away otherwise, until
 * the last answer is made.
 */
export class RowSemaphore {
  readonly #mostRows: number
  readonly #mostWaiting: number
  #rows = 0
  #waitingRows = 0
  readonly #waiting: Waiting[] = []

  constructor(mostRows: number, mostWaiting = Infinity) {
    this.#mostRows = mostRows
    this.#mostWaiting = mostWaiting
  }

  /**
   * @param begin called when it is the answer's turn; never, if its client has left by then.
   * @param refuse called at once, if too much waits already.
   */
  enter(rows: number, res: ServerResponse, begin: () => void, refuse?: () => void): void {
    // It stays the work of its own request, whoever's turn ends when it begins.
    const entry = { rows: Math.min(rows, this.#mostRows), res, begin: AsyncResource.bind(begin) }
    if (this.#waiting.length === 0 && this.#hasRoom(entry)) this.#start(entry)
    else if (refuse && this.#waitingRows + entry.rows > this.#mostWaiting) refuse()
    else {
      this.#waitingRows += entry.rows
      this.#waiting.push(entry)
    }
  }

  #hasRoom({ rows }: Waiting): boolean {
    return this.#rows + rows <= this.#mostRows
  }

  #start({ rows, res, begin }: Waiting): void {
    if (res.closed) return
    this.#rows += rows
    let isOver = false
    const leave = (): void => {
      if (isOver) return
      isOver = true
      this.#rows -= rows
      turns.beginLater(this.#next)
    }
    // When it is made, whether or not the client takes it.
    res.once('prefinish', leave).once('close', leave)
    begin()
  }

  readonly #next = (): void => {
    const [first] = this.#waiting
    if (!first || !this.#hasRoom(first)) return
    this.#waiting.shift()
    this.#waitingRows -= first.rows
    this.#start(first)
    if (this.#waiting.length > 0) turns.beginLater(this.#next)
  }
}
