import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Application } from 'express'
import cds from '@sap/cds'
import { correlationOf, TOO_MUCH_UNDER_WAY, answerMemory, sendPlainError } from '../guard/index.ts'
import { callerKey, recognizedCaller } from '../identity/index.ts'
import {
  type ExternalChanges,
  type Model,
  TableVersions,
  watchDatabase,
  watchExternalChanges,
} from '../../read-cache/index.ts'
import { createAnswerStore, answerKey, type Answer, type AnswerStore, isNamedBy, requestKey } from './answer-store.ts'
import type { DatabaseService } from '../cap/database-service.ts'
import { type Keeper, recordAnswer, recordingOf } from './record-answer.ts'
import { readSettings } from './settings.ts'

/** Answers to OData reads, kept in memory until something that they were read from changes. */
export interface ReadCache {
  /** Answers a read from memory, if it can. @returns whether it did, at once as a rule. */
  readonly answer: (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>
  /** To be told when something may have been committed that did not come through CAP, before anybody is told of it. */
  readonly changed: () => void
  readonly statistics: () => CacheStatistics
  /** To be told of the database that CAP connects, before it is used. */
  readonly watch: (database: unknown) => void
}

/** Since the start, and what is kept now. */
export interface CacheStatistics {
  /** Reads answered from memory. */
  readonly hits: number
  /** Reads answered by the services. */
  readonly misses: number
  readonly answers: number
  readonly bytes: number
}

const NOTHING: CacheStatistics = { hits: 0, misses: 0, answers: 0, bytes: 0 }

const mount = (keeper: Keeper): void => {
  cds.on('bootstrap', (app: Application) => {
    app.use('/odata', recordAnswer(keeper))
  })
}

/** To be called before the server starts, and before anybody else mounts something. */
export const createReadCache = (): ReadCache => {
  const settings = readSettings()
  // Conditions of reads are answered all the same.
  if (!settings.enabled) {
    mount({ now: () => undefined, keep: () => undefined, answerBytes: 0 })
    return { answer: () => false, changed: () => undefined, statistics: () => NOTHING, watch: () => undefined }
  }
  const store = createAnswerStore(settings.bytes)
  const versions = new TableVersions(() => store.clear())
  let external: ExternalChanges | undefined
  const count = { hits: 0, misses: 0 }

  const open = async (service: DatabaseService, model: () => Model): Promise<void> => {
    try {
      external = await watchExternalChanges(service, versions, model, settings)
    } catch (error) {
      cds.log('cache').error('reads are not cached:', error)
    }
  }

  const watch = (service: unknown): void => {
    const recording = () => recordingOf(cds.context?.http?.req)
    const model = watchDatabase(service, versions, recording, () => external)
    // A database in memory is not to be opened before it is filled, and others are not to be asked in a deployment.
    cds.once('listening', () => {
      void open(service as DatabaseService, model)
    })
  }
  mount({
    now: () => {
      count.misses++
      // What has happened so far is not to end this answer later.
      void external?.isCurrent()
      return external && versions.now
    },
    keep: (request, answer) => {
      const user = cds.context?.user
      if (user) store.set(answerKey(request, callerKey(user)), answer)
    },
    answerBytes: settings.answerBytes,
  })
  cds.on('shutdown', () => external?.close?.())

  const onHit = (): void => {
    count.hits++
  }
  const hit = { store, versions, maxAgeMs: settings.maxAgeMs, callerOf: recognizedCaller, correlationOf, onHit }
  return {
    answer: (req, res) => external !== undefined && answerHit(req, res, external, hit),
    changed: () => {
      if (external?.lookAgain) external.lookAgain()
      else versions.changeAll()
    },
    statistics: () => ({ ...count, answers: store.size, bytes: store.weight }),
    watch,
  }
}

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
