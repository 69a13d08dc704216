import type { IncomingMessage, ServerResponse } from 'node:http'
import { TOO_MUCH_UNDER_WAY, answerMemory, sendPlainError } from '../guard/index.ts'

/** Answers of this size are small: they are sent whatever else is under way. */
const SMALL_BYTES = 65_536

/**
 * Counts what an answer takes until its client has it, and answers a read with 503 instead where there is no room for it.
 * What was written stays written, so that writes are answered in any case. Answers that are sent piece by piece wait for
 * their clients by themselves.
 */
export const boundAnswer = (req: IncomingMessage, res: ServerResponse): void => {
  const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse
  const isRead = req.method === 'GET'
  const endWithin = (chunk?: unknown, ...rest: unknown[]): ServerResponse => {
    Object.assign(res, { end })
    const bytes = sizeOf(chunk)
    const memory = answerMemory()
    if (isRead && bytes > SMALL_BYTES && !res.headersSent && !memory.mayTake(res, bytes)) {
      memory.take(res, 0)
      sendPlainError(req, res, 503, TOO_MUCH_UNDER_WAY)
      return res
    }
    if (bytes > SMALL_BYTES || memory.holds(res)) memory.take(res, bytes)
    return end(chunk, ...rest)
  }
  Object.assign(res, { end: endWithin })
}

/** Of a text about: it has a byte for each character at least. */
const sizeOf = (chunk: unknown): number =>
  typeof chunk === 'string' ? chunk.length : chunk instanceof Uint8Array ? chunk.byteLength : 0
