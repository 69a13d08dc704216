import type { ServerResponse } from 'node:http'
import cds, { type Service } from '@sap/cds'
import type { Request, RequestHandler } from 'express'
import { AnswerCache, type Statistics } from './answer-cache.ts'
import { callerKey } from './host/caller.ts'
import { capture, type Sent } from './capture.ts'
import { watchService } from './host/watch-service.ts'
import { requestKey } from './request-key.ts'
import type { Settings } from './settings.ts'

/** A change that others commit is noticed before the next answer, however young it is. */
const TRUST = { lagMs: 0, isOnlyWriter: false, isAgeEnough: false } as const

/** Answers of an application's services to reads, behind its own login. */
export class ReadCache {
  /** To be run when it is known who asks, and before any service. */
  readonly middleware: RequestHandler = (req, res, next) => {
    const key = this.#cache.isOpen ? keyOf(req) : undefined
    if (key === undefined) return next()
    const go = (isCurrent: boolean): void => {
      if (!isCurrent) return next()
      const kept = this.#cache.get(key)
      if (kept) return send(res, kept)
      this.#record(req, res, key)
      next()
    }
    const isCurrent = this.#cache.isCurrent()
    if (typeof isCurrent === 'boolean') return go(isCurrent)
    void isCurrent.then(go, next)
  }
  readonly #cache: AnswerCache<Sent>
  readonly #answerBytes: number
  readonly #watched = new WeakSet<Service>()

  constructor({ bytes, answerBytes, maxAge: maxAgeMs }: Settings, onTrouble: (reason: unknown) => void) {
    this.#cache = new AnswerCache({ bytes, bytesOf, maxAgeMs, trust: TRUST, onTrouble })
    this.#answerBytes = answerBytes
  }

  /** To be told of each service, and of the database, before they are used. */
  watch(service: Service): void {
    if (this.#watched.has(service)) return
    this.#watched.add(service)
    watchService(service, this.#cache.current)
    if (service === cds.db || (service as { name?: string }).name === 'db') this.#cache.watchDatabase(service)
  }

  /** Begins to keep answers. */
  open(): Promise<void> {
    return this.#cache.open()
  }

  /** To be called when something may have been committed that did not come through CAP. */
  changed(): void {
    this.#cache.changed()
  }

  statistics(): Statistics {
    return this.#cache.statistics()
  }

  close(): void {
    this.#cache.close()
  }

  #record(req: Request, res: ServerResponse, key: string): void {
    const recording = this.#cache.record(req)
    if (!recording) return
    capture(res, this.#answerBytes, (sent) => {
      if (recording.tables.length > 0) this.#cache.keep(key, sent, recording)
    })
  }
}

const send = (res: ServerResponse, { headers, body, isStreamed }: Sent): void => {
  res.statusCode = 200
  for (const [name, value] of headers) res.setHeader(name, value)
  // In one piece it would get a length, which it did not have.
  if (isStreamed) res.write(body)
  res.end(isStreamed ? undefined : body)
}

const keyOf = (req: Request): string | undefined => {
  const request = requestKey(req, req.originalUrl)
  const caller = request === undefined ? undefined : callerKey(cds.context)
  return caller === undefined ? undefined : `${request ?? ''}\n${caller}`
}

/** Beside its key, body and headers, an entry takes some more. */
const bytesOf = (key: string, { headers, body }: Sent): number =>
  512 + 2 * key.length + headers.reduce((sum, header) => sum + 2 * String(header).length, 0) + body.byteLength
