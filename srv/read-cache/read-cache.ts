import type { ServerResponse } from 'node:http'
import cds, { type Service } from '@sap/cds'
import type { Request, RequestHandler } from 'express'
import { TableVersions } from './table-versions.ts'
import { callerKey } from './host/caller.ts'
import { capture, type Sent } from './capture.ts'
import type { ExternalChanges } from './external-changes/external-changes.ts'
import { watchExternalChanges } from './external-changes/watch-external-changes.ts'
import type { CapDatabase } from './host/cap-database.ts'
import { watchService } from './host/watch-service.ts'
import type { Model } from './model-tables.ts'
import { RecentMap } from './recent-map.ts'
import { Recording } from './recording.ts'
import { requestKey } from './request-key.ts'
import type { Settings } from './settings.ts'
import { watchDatabase } from './watch-database.ts'

interface Kept extends Sent {
  readonly tables: readonly string[]
  readonly since: number
  readonly storedMs: number
}

/** Since the start, and what is kept now. */
export interface Statistics {
  readonly hits: number
  readonly misses: number
  readonly answers: number
  readonly bytes: number
}

/** A change that others commit is noticed before the next answer, however young it is. */
const TRUST = { lagMs: 0, isOnlyWriter: false, isAgeEnough: false } as const

/** Answers to reads, kept until a table that they were read from changes. */
export class ReadCache {
  /** To be run when it is known who asks, and before any service. */
  readonly middleware: RequestHandler = (req, res, next) => {
    const key = this.#external && keyOf(req)
    if (key === undefined) return next()
    const isCurrent = this.#external?.isCurrent() ?? false
    const go = (isTrue: boolean): void => {
      if (!isTrue) return next()
      const kept = this.#goodAnswer(key)
      if (kept) return this.#send(res, kept)
      this.#record(req, res, key)
      next()
    }
    if (typeof isCurrent === 'boolean') return go(isCurrent)
    void isCurrent.then(go, next)
  }
  readonly #settings: Settings
  readonly #onTrouble: (reason: unknown) => void
  readonly #store: RecentMap<string, Kept>
  readonly #versions = new TableVersions(() => this.#store.clear())
  readonly #recordings = new WeakMap<object, Recording>()
  readonly #watched = new WeakSet<Service>()
  readonly #count = { hits: 0, misses: 0 }
  #model: (() => Model) | undefined
  #external: ExternalChanges | undefined

  constructor(settings: Settings, onTrouble: (reason: unknown) => void) {
    this.#settings = settings
    this.#onTrouble = onTrouble
    this.#store = new RecentMap(settings.bytes, bytesOf)
  }

  /** To be told of each service, and of the database, before they are used. */
  watch(service: Service): void {
    if (this.#watched.has(service)) return
    this.#watched.add(service)
    const current = (): Recording | undefined => {
      const { req } = (cds.context as { http?: { req?: object } } | undefined)?.http ?? {}
      return req && this.#recordings.get(req)
    }
    watchService(service, current)
    if (service === cds.db || (service as { name?: string }).name === 'db')
      this.#model = watchDatabase(service, this.#versions, current, () => this.#external)
  }

  /** Begins to keep answers. */
  async open(): Promise<void> {
    const { db } = cds as { readonly db?: unknown }
    if (!db || !this.#model) return
    try {
      this.#external = await watchExternalChanges(db as CapDatabase, this.#versions, this.#model, TRUST)
    } catch (error) {
      this.#onTrouble(error)
    }
  }

  /** To be called when something may have been committed that did not come through CAP. */
  changed(): void {
    this.#versions.changeAll()
  }

  statistics(): Statistics {
    return { ...this.#count, answers: this.#store.size, bytes: this.#store.weight }
  }

  close(): void {
    this.#external?.close?.()
    this.#external = undefined
  }

  #goodAnswer(key: string): Kept | undefined {
    const kept = this.#store.get(key)
    if (!kept) return undefined
    const { maxAge } = this.#settings
    const isOld = maxAge > 0 && performance.now() - kept.storedMs > maxAge
    if (!isOld && this.#versions.areUnchanged(kept.tables, kept.since)) return kept
    this.#store.delete(key)
    return undefined
  }

  #send(res: ServerResponse, { headers, body, isStreamed }: Kept): void {
    this.#count.hits++
    res.statusCode = 200
    for (const [name, value] of headers) res.setHeader(name, value)
    // In one piece it would get a length, which it did not have.
    if (isStreamed) res.write(body)
    res.end(isStreamed ? undefined : body)
  }

  #record(req: Request, res: ServerResponse, key: string): void {
    this.#count.misses++
    const recording = new Recording(this.#versions.now)
    this.#recordings.set(req, recording)
    capture(res, this.#settings.answerBytes, (sent) => {
      const { isRepeatable, tables, since } = recording
      // Whoever changes what was read would be too late to be seen below.
      this.#recordings.delete(req)
      if (!isRepeatable || tables.length === 0) return
      this.#store.set(key, { ...sent, tables, since, storedMs: performance.now() })
    })
  }
}

const keyOf = (req: Request): string | undefined => {
  const request = requestKey(req, req.originalUrl)
  const caller = request === undefined ? undefined : callerKey(cds.context)
  return caller === undefined ? undefined : `${request ?? ''}\n${caller}`
}

/** Beside its key, body and headers, an entry takes some more. */
const bytesOf = (key: string, { headers, body }: Kept): number =>
  512 + 2 * key.length + headers.reduce((sum, header) => sum + 2 * String(header).length, 0) + body.byteLength
