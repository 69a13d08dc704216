import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Application } from 'express'
import cds from '@sap/cds'
import { correlationOf, TOO_MUCH_UNDER_WAY, answerMemory, sendPlainError } from '../guard/index.ts'
import { callerKey, recognizedCaller } from '../identity/index.ts'
import { AnswerCache, type Statistics } from '../../read-cache/index.ts'
import { answerKey, type Answer, bytesOf, isNamedBy, requestKey, type Keeper, recordAnswer } from './record-answer.ts'
import { readSettings } from './settings.ts'

export { notifyChanges } from '../../read-cache/index.ts'

/** Answers to OData reads, kept in memory until something that they were read from changes. */
interface ReadCache {
  /** Answers a read from memory, if it can. @returns whether it did, at once as a rule. */
  readonly answer: (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>
  /** To be told when something may have been committed that did not come through CAP, before anybody is told of it. */
  readonly changed: () => void
  readonly statistics: () => Statistics
  /** To be told of the database that CAP connects, before it is used. */
  readonly watch: (database: unknown) => void
}

const NOTHING: Statistics = { hits: 0, misses: 0, answers: 0, bytes: 0 }

const mount = (keeper: Keeper): void => {
  cds.on('bootstrap', (app: Application) => {
    app.use('/odata', recordAnswer(keeper))
  })
}

/** To be called before the server starts, and before anybody else mounts something. */
export const createReadCache = (): ReadCache => {
  const { enabled, bytes, answerBytes, maxAgeMs, ...trust } = readSettings()
  // Conditions of reads are answered all the same.
  if (!enabled) {
    mount({ record: () => undefined, keep: () => undefined, answerBytes: 0 })
    return { answer: () => false, changed: () => undefined, statistics: () => NOTHING, watch: () => undefined }
  }
  const onTrouble = (reason: unknown): void => cds.log('cache').error('reads are not cached:', reason)
  const cache = new AnswerCache<Answer>({ bytes, bytesOf, maxAgeMs, trust, onTrouble })
  mount({
    record: (req) => {
      // What has happened so far is not to end this answer later.
      void cache.isCurrent()
      return cache.record(req)
    },
    keep: (request, answer, recording) => {
      const user = cds.context?.user
      if (user) cache.keep(answerKey(request, callerKey(user)), answer, recording)
    },
    answerBytes,
  })
  // A database in memory is not to be opened before it is filled, and others are not to be asked in a deployment.
  cds.once('listening', () => void cache.open())
  cds.on('shutdown', () => cache.close())
  return {
    answer: (req, res) => answerHit(req, res, cache),
    changed: () => cache.changed(),
    statistics: () => cache.statistics(),
    watch: (database) => cache.watchDatabase(database),
  }
}

const PREFIX = '/odata/'

/**
 * Answers a read from memory. The guard is not asked again: there is an answer only to a request that has passed
 * them all, down to the last byte of its URL and the headers that they look at; only who asks is found out anew.
 *
 * @returns false when it has to be answered by others; nothing has been sent then.
 */
const answerHit = (
  req: IncomingMessage,
  res: ServerResponse,
  cache: AnswerCache<Answer>,
): boolean | Promise<boolean> => {
  const { url = '', headers, method } = req
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(PREFIX)) return false
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  if (headers['if-match'] !== undefined) return false
  const caller = recognizedCaller(req)
  if (caller === undefined) return false
  const key = answerKey(requestKey(url, headers), caller)
  if (!cache.has(key)) return false
  const isCurrent = cache.isCurrent()
  if (typeof isCurrent === 'boolean') return isCurrent && answerFrom(key, req, res, cache)
  return isCurrent.then((isTrue) => isTrue && answerFrom(key, req, res, cache))
}

const answerFrom = (key: string, req: IncomingMessage, res: ServerResponse, cache: AnswerCache<Answer>): boolean => {
  const answer = cache.get(key)
  if (!answer) return false
  const correlationId = correlationOf(req)
  req.headers['x-correlation-id'] = correlationId
  send(req, res, answer, correlationId)
  return true
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
