import { AsyncResource } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { turns } from '../../guard/index.ts'
import { limitsInForce } from './limits.ts'
import cds from '@sap/cds'
import type { Response } from '../../cap/odata.ts'
import { requestError } from '../errors/errors.ts'

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

let answers: RowSemaphore | undefined

/** That of answers whose navigation properties are expanded to many rows. */
export const answersWithRows = (): RowSemaphore => (answers ??= new RowSemaphore(limitsInForce().expandRows))

/** The part of the records that are allowed below which a write goes on at once. */
const FEW = 0.02
/** How many of the largest writes may wait for their turn; more are told to come again. */
const LARGEST_WAITING = 16

let writes: RowSemaphore | undefined

/** One budget over all requests that write many records. */
const deepWrites = (): RowSemaphore => {
  const { writeRows } = limitsInForce()
  return (writes ??= new RowSemaphore(writeRows, writeRows * LARGEST_WAITING))
}

/** Records that the parts of one HTTP request have been allowed so far. */
const allowed = new WeakMap<object, number>()

/** Whether a request may write so many more. */
export const mayWrite = (rows: number): boolean => {
  const { req } = cds.context?.http as unknown as { req: object }
  const total = (allowed.get(req) ?? 0) + rows
  allowed.set(req, total)
  return total <= limitsInForce().writeRows
}

/** What a request comes to that writes more than it may. */
export const tooManyRows = (): Error => {
  const { writeRows } = limitsInForce()
  return requestError(
    413,
    'TOO_MANY_ROWS',
    `A request writes at most ${writeRows} records, those within records counted.`,
  )
}

/** The same request may succeed in a moment. */
const tooManyWrites = (): Error => {
  const error = requestError(503, 'TOO_MUCH_UNDER_WAY', 'There are too many large writes under way. Try again later.')
  return Object.assign(error, { $sanitize: false })
}

/** Waits until so much may be written: before there is a connection to the database that others may need. */
export const enterWrite = (rows: number, res: Response, begin: (refused?: Error) => void): void => {
  if (rows <= limitsInForce().writeRows * FEW) return begin()
  deepWrites().enter(rows, res, begin, () => begin(tooManyWrites()))
}
