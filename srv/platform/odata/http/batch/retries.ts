import cds from '@sap/cds'
import { setTimeout } from 'node:timers/promises'
import { type DatabaseService, sqlStateOf } from '../../../cap/database-service.ts'
import type { Concern, Request, Response } from '../../../cap/odata.ts'
import { hasBody } from '../bodies/body-type.ts'
import type { BatchAnswer, BatchRequest } from './batch-request.ts'

/**
 * How a statement fails that conflicts with another transaction. After a `conflict` the same may succeed; after a
 * `violation` it may as well have been the request's own fault, which the next try finds before the database does.
 */
type Loss = 'conflict' | 'violation'

/** PostgreSQL: what cannot be serialized, deadlocks, locks that are not waited for; keys and references. */
const STATES: Readonly<Record<string, Loss>> = {
  '40001': 'conflict',
  '40P01': 'conflict',
  '55P03': 'conflict',
  '23505': 'violation',
  '23503': 'violation',
}

/** SQLite: busy and locked, by their primary codes; primary keys, unique indexes, references, by their extended ones. */
const PRIMARY_CODES: readonly number[] = [5, 6]
const EXTENDED_CODES: readonly number[] = [1555, 2067, 787]

/** SAP HANA: waits for locks that end, deadlocks, serialization, locks that are not waited for; keys and references. */
const HANA_CONFLICTS: readonly number[] = [131, 133, 138, 146]
const HANA_VIOLATIONS: readonly number[] = [301, 461, 462]

interface DriverError {
  readonly code?: unknown
  /** SQLite's extended result code. */
  readonly errcode?: number
  /** The statement, which CAP's database services put on every error that a driver throws. */
  readonly query?: unknown
}

export const lossOf = (error: unknown): Loss | undefined => {
  const { code, errcode, query } = error as DriverError
  if (errcode !== undefined) {
    if (PRIMARY_CODES.includes(errcode & 0xff)) return 'conflict'
    return EXTENDED_CODES.includes(errcode) ? 'violation' : undefined
  }
  if (typeof code === 'number' && query !== undefined) {
    if (HANA_CONFLICTS.includes(code)) return 'conflict'
    return HANA_VIOLATIONS.includes(code) ? 'violation' : undefined
  }
  const state = sqlStateOf(error)
  return state === undefined ? undefined : STATES[state]
}

/** The conflicts that the requests under way have met, by the HTTP request. */
const losses = new WeakMap<object, Loss>()

/** @returns the conflict that a request has met since it was asked last. */
const takeLoss = (req: object): Loss | undefined => {
  const loss = losses.get(req)
  losses.delete(req)
  return loss
}

/** Notes conflicts where statements fail: on its way to the client an error may become another one. */
export const noteLosses = (service: unknown): void => {
  const database = service as DatabaseService
  const { handle } = database
  database.handle = async function handleAndNote(this: DatabaseService, request) {
    try {
      return await handle.call(this, request)
    } catch (error) {
      const loss = lossOf(error)
      const { req } = (cds.context as { http?: { req?: object } } | undefined)?.http ?? {}
      // The first one counts: in a transaction that has failed, all that follows fails as well.
      if (loss && req && !losses.has(req)) losses.set(req, loss)
      throw error
    }
  }
}

/** A record that is wanted by many is free after some milliseconds; who waits longer than this meets more than a race. */
const LONGEST_MS = 3_000
/** PostgreSQL looks for deadlocks after a second: those who are slow to meet may try again later than that. */
const FEWEST = 5
const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 200
/** What still violates a rule when it is made again is not the doing of others. */
const MOST_VIOLATIONS = 1

/** How often a request is made again that has lost to others, and when. */
export class Tries {
  readonly #req: object
  readonly #endMs = performance.now() + LONGEST_MS
  #pauseMs = FIRST_PAUSE_MS
  #tries = 0
  #violations = 0

  /** @param req the HTTP request. */
  constructor(req: object) {
    this.#req = req
  }

  /** Whether what has failed is to be made again; resolves when it may, which differs for those who have met. */
  async again(): Promise<boolean> {
    const loss = takeLoss(this.#req)
    if (!loss) return false
    if (loss === 'violation' && ++this.#violations > MOST_VIOLATIONS) return false
    if (++this.#tries > FEWEST && performance.now() >= this.#endMs) return false
    await setTimeout(this.#pauseMs * Math.random())
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS)
    return true
  }
}

/** A change as it was sent, before anything was made of it, and a way to answer it past all that shapes answers. */
export interface SentRequest {
  readonly request: BatchRequest
  answer(answer: BatchAnswer): void
}

/** What is put around to shape answers. */
const SHAPED: readonly string[] = ['end', 'write', 'writeHead', 'send', 'json']

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** The property of an HTTP request that holds it as it was sent. */
const SENT = Symbol('sent')

type Marked = Request & { [SENT]?: () => SentRequest; _raw?: string; _subrequest?: boolean }

/** The text of a body is put here once it is read; what is made of it later replaces it. */
const firstBody = (req: Marked): (() => string | undefined) => {
  let first: string | undefined
  let current: string | undefined
  Object.defineProperty(req, '_raw', {
    configurable: true,
    get: () => current,
    set: (text: string | undefined) => {
      first ??= text
      current = text
    },
  })
  return () => first
}

const answering = (res: Response): SentRequest['answer'] => {
  const own = Object.fromEntries(SHAPED.map((name) => [name, Reflect.get(res, name) as unknown]))
  const before = new Set(res.getHeaderNames())
  return ({ status, headers, body }) => {
    Object.assign(res, own)
    for (const name of res.getHeaderNames()) if (!before.has(name)) res.removeHeader(name)
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    res.statusCode = status
    res.end(body)
  }
}

const textOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : (value ?? '')

/** Remembers changes as they are sent, but for those in a batch, which are made again with their change set. */
export const rememberSent: Concern = () => (req: Marked, res, next) => {
  if (!READS.includes(req.method) && !req._subrequest && req.path !== '/$batch') {
    const { method, url } = req
    const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, textOf(value)]))
    const body = hasBody(req) ? firstBody(req) : () => undefined
    const answer = answering(res)
    req[SENT] = () => {
      const text = body()
      return {
        request: { id: '1', method, url, headers, dependsOn: [], ...(text !== undefined && { body: text }) },
        answer,
      }
    }
  }
  next()
}

/** What a HTTP request was; undefined for those that are not remembered. */
export const sentRequest = (req: Marked): SentRequest | undefined => req[SENT]?.()
