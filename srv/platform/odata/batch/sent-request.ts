import type { Concern, Request, Response } from '../../cap/odata.ts'
import { hasBody } from '../bodies/body-type.ts'
import type { BatchAnswer, BatchRequest } from './batch-request.ts'

/** A change as it was sent, before anything was made of it, and a way to answer it past all that shapes answers. */
export interface SentRequest {
  readonly request: BatchRequest
  answer(answer: BatchAnswer): void
}

/** What is put around to shape answers. */
const SHAPED: readonly string[] = ['end', 'write', 'writeHead', 'send', 'json']

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** Below it a HTTP request has what it was. */
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
