import type { IncomingMessage, ServerResponse } from 'node:http'
import { TOO_MUCH_UNDER_WAY, answerMemory, sendPlainError } from '../guard/index.ts'
import type { Answer, AnswerStore, TableVersions } from './answer-store.ts'
import { isNamedBy } from './etag.ts'
import type { ExternalChanges } from './external-changes/external-changes.ts'
import { answerKey, requestKey } from './request-key.ts'

export interface HitOptions {
  readonly store: AnswerStore
  readonly versions: TableVersions
  readonly maxAgeMs: number
  /** Under what a caller's answers are kept; undefined for callers who have to be looked at first. */
  readonly callerOf: (req: IncomingMessage) => string | undefined
  /** What to say in `X-Correlation-ID`. */
  readonly correlationOf: (req: IncomingMessage) => string
  readonly onHit: () => void
}

const PREFIX = '/odata/'

/**
 * Answers a read from memory. The guard is not asked again: there is an answer only to a request that has passed
 * them all, down to the last byte of its URL and the headers that they look at; only who asks is found out anew.
 *
 * @returns false when it has to be answered by others; nothing has been sent then.
 */
export const answerHit = (
  req: IncomingMessage,
  res: ServerResponse,
  external: ExternalChanges,
  options: HitOptions,
): boolean | Promise<boolean> => {
  const { url = '', headers, method } = req
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(PREFIX)) return false
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  if (headers['if-match'] !== undefined) return false
  const caller = options.callerOf(req)
  if (caller === undefined) return false
  const key = answerKey(requestKey(url, headers), caller)
  if (!options.store.has(key)) return false
  const isCurrent = external.isCurrent()
  if (typeof isCurrent === 'boolean') return isCurrent && answerFrom(key, req, res, options)
  return isCurrent.then((isTrue) => isTrue && answerFrom(key, req, res, options))
}

const answerFrom = (key: string, req: IncomingMessage, res: ServerResponse, options: HitOptions): boolean => {
  const answer = goodAnswer(key, options)
  if (!answer) return false
  options.onHit()
  const correlationId = options.correlationOf(req)
  req.headers['x-correlation-id'] = correlationId
  send(req, res, answer, correlationId)
  return true
}

const goodAnswer = (key: string, { store, versions, maxAgeMs }: HitOptions): Answer | undefined => {
  const answer = store.get(key)
  if (!answer) return undefined
  const isTooOld = maxAgeMs > 0 && performance.now() - answer.storedMs > maxAgeMs
  if (isTooOld || (answer.checkedAt !== versions.now && !versions.areUnchanged(answer.tables, answer.since))) {
    store.delete(key)
    return undefined
  }
  answer.checkedAt = versions.now
  return answer
}

const send = (req: IncomingMessage, res: ServerResponse, answer: Answer, correlationId: string): void => {
  const condition = req.headers['if-none-match']
  if (condition !== undefined && isNamedBy(condition, answer.etag)) {
    res.writeHead(304, ['X-Correlation-ID', correlationId, ...withoutContent(answer.headers)])
    res.end()
    return
  }
  const { body, headers } = answer
  const isLarge = typeof body !== 'string'
  if (isLarge && !answerMemory().mayShare(body)) return sendPlainError(req, res, 503, TOO_MUCH_UNDER_WAY)
  res.writeHead(200, ['X-Correlation-ID', correlationId, ...headers])
  res.end(body, 'latin1')
  // As a rule all has been sent by now.
  if (isLarge && res.socket?.writableLength) answerMemory().share(res, body)
}

const withoutContent = (headers: readonly string[]): string[] =>
  headers.filter((_, index) => !/^content-/i.test(headers[index - (index % 2)] ?? ''))
