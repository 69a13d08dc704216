import type { ServerResponse } from 'node:http'
import { turns, WorkQueue } from '../../guard/index.ts'

/**
 * A queue of answers that have so many rows together at most. Between two of them others get their turn: a database that
 * answers at once would keep all of them away otherwise, until the last answer is made.
 */
export const answerQueue = (capacity: number, waiting = Infinity): WorkQueue =>
  new WorkQueue({ capacity, waiting, later: (work) => turns.beginLater(work) })

/**
 * Makes an answer when a queue has room for its rows, which it needs until it is made, whether or not its client takes it.
 *
 * @param begin called when it is its turn; never, if its client has left by then.
 * @param refuse called at once, if too much waits already.
 */
export const enterAnswer = (
  queue: WorkQueue,
  rows: number,
  res: Pick<ServerResponse, 'once' | 'closed'>,
  begin: () => void,
  refuse?: () => void,
): void =>
  queue.enter(
    { weight: rows, isLeft: () => res.closed },
    (leave) => {
      res.once('prefinish', leave).once('close', leave)
      begin()
    },
    refuse,
  )
