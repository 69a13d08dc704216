import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Application } from 'express'
import cds from '@sap/cds'
import { correlationOf, TOO_MUCH_UNDER_WAY, answerMemory, sendPlainError } from '../guard/index.ts'
import { callerKey, recognizedCaller } from '../identity/index.ts'
import { AnswerCache, type Statistics, type Trust } from '../../read-cache/index.ts'
import { answerKey, type Answer, bytesOf, isNamedBy, requestKey, type Keeper, recordAnswer } from './record-answer.ts'

export { notifyChanges } from '../../read-cache/index.ts'

/** Answers to OData reads, kept in memory until something that they were read from changes. */
interface ReadCache {
  /** Answers a read below `/odata/` from memory, if it can. @returns whether it did, at once as a rule. */
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
  if (method !== 'GET' && method !== 'HEAD') return false
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

/** How answers are kept. */
interface CacheSettings extends Trust {
  readonly enabled: boolean
  /** Memory for all answers. */
  readonly bytes: number
  /** Larger answers are not kept. */
  readonly answerBytes: number
  /** After which an answer is not used any more, whatever nobody has noticed; 0 for no such time. */
  readonly maxAgeMs: number
}

const DEFAULTS: CacheSettings = {
  enabled: true,
  bytes: 67_108_864,
  answerBytes: 1_048_576,
  lagMs: 100,
  maxAgeMs: 60_000,
  isOnlyWriter: false,
  isAgeEnough: false,
}

/** Node's timers run out at once beyond that. */
const LONGEST_LAG_MS = 2 ** 31 - 1

/**
 * Reads the settings `cache.<name>` of the CDS configuration.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const readSettings = (settings: unknown = (cds.env as Record<string, unknown>)['cache']): CacheSettings => {
  if (settings !== undefined && (typeof settings !== 'object' || settings === null || Array.isArray(settings)))
    throw new Error('Setting cache must be an object')
  const given: Readonly<Record<string, unknown>> = { ...settings }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(DEFAULTS, name))
  if (unknown !== undefined) throw new Error(`Setting cache.${unknown} is not known`)
  for (const [name, value] of Object.entries(given)) {
    const isNumber = typeof DEFAULTS[name as keyof CacheSettings] === 'number'
    if (isNumber && (!Number.isSafeInteger(value) || (value as number) < 0))
      throw new Error(`Setting cache.${name} must be a whole number, 0 or more`)
    if (name === 'lagMs' && (value as number) > LONGEST_LAG_MS)
      throw new Error(`Setting cache.lagMs is at most ${LONGEST_LAG_MS}`)
    if (!isNumber && typeof value !== 'boolean') throw new Error(`Setting cache.${name} must be true or false`)
  }
  return { ...DEFAULTS, ...given }
}
