import type { ServerResponse } from 'node:http'
import cds, { type Service } from '@sap/cds'
import type { Request, RequestHandler } from 'express'
import { AnswerCache, type Statistics } from './answer-cache.ts'
import { callerKey, requestKey } from './answer-key.ts'
import { watchService } from './host/watch-service.ts'
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

/** What a service has sent. */
interface Sent {
  /** Names and values in turn: those that were not there before the service began. */
  readonly headers: readonly (readonly [name: string, value: string | readonly string[]])[]
  readonly body: Buffer
  /** It was sent piece by piece. */
  readonly isStreamed: boolean
}

/** Headers that Node adds by itself, or that belong to one connection. */
const PER_REQUEST: ReadonlySet<string> = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/**
 * Takes down what is sent, and sends it as it is.
 *
 * @param onSent called with a complete answer of status 200 that is not longer than so many bytes.
 */
const capture = (res: ServerResponse, maxBytes: number, onSent: (sent: Sent) => void): void => {
  const before = new Map(Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]))
  const write = res.write.bind(res) as (...args: unknown[]) => boolean
  const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse
  let chunks: Buffer[] | undefined = []
  let bytes = 0
  let isStreamed = false
  const take = (chunk: unknown, encoding: unknown): void => {
    if (!chunks || chunk === undefined || chunk === null || typeof chunk === 'function') return
    const piece =
      typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : Buffer.from(chunk as Uint8Array)
    bytes += piece.byteLength
    if (bytes > maxBytes) chunks = undefined
    else chunks.push(piece)
  }
  res.write = ((chunk: unknown, ...rest: unknown[]) => {
    isStreamed = true
    take(chunk, rest[0])
    return write(chunk, ...rest)
  }) as typeof res.write
  res.end = ((chunk: unknown, ...rest: unknown[]) => {
    take(chunk, rest[0])
    Object.assign(res, { write, end })
    const sent = chunks
    // Headers that Node is given with the status are not told of.
    const headers = res.getHeaders()
    const isWhole = sent && res.statusCode === 200 && headers['set-cookie'] === undefined
    if (isWhole && isJson(headers['content-type']))
      onSent({ headers: own(headers, before), body: Buffer.concat(sent), isStreamed })
    return end(chunk, ...rest)
  }) as typeof res.end
}

const encodingOf = (encoding: unknown): BufferEncoding =>
  typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'

const isJson = (type: unknown): boolean => typeof type === 'string' && /^application\/(?:[\w.+-]*\+)?json\b/.test(type)

const own = (headers: ReturnType<ServerResponse['getHeaders']>, before: ReadonlyMap<string, string>): Sent['headers'] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || PER_REQUEST.has(name) || before.get(name) === String(value)
      ? []
      : [[name, Array.isArray(value) ? value : String(value)] as const],
  )
