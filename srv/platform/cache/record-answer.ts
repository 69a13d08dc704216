import type { ServerResponse, IncomingHttpHeaders } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { Recording } from '../../read-cache/index.ts'
import { queriesOf } from '../cap/odata.ts'
import { sendPlainError } from '../guard/index.ts'
import { hash } from 'node:crypto'

/**
 * The bytes of an answer, each as a character where they are few: Node sends a text together with the headers, which is
 * quicker than two pieces until the bytes are many.
 */
type Body = string | Buffer

const MANY_BYTES = 16_384

export const bodyOf = (bytes: Buffer): Body => (bytes.byteLength < MANY_BYTES ? bytes.toString('latin1') : bytes)

/** An answer as it was sent. */
export interface Answer {
  /** Names and values in turn, in their order, without those that differ from request to request. */
  readonly headers: readonly string[]
  readonly body: Body
  readonly etag: string
}

/** What an entry takes besides its key, headers and body. */
const OVERHEAD_BYTES = 512

/** What an answer takes in memory, with its key. */
export const bytesOf = (key: string, { headers, body }: Answer): number =>
  OVERHEAD_BYTES + 2 * key.length + headers.reduce((sum, each) => sum + each.length, 0) + body.length

/** Headers that answers to reads depend on, besides credentials and conditions. */
const SHAPING = [
  'host',
  // Of a page of another site: its answer names it.
  'origin',
  'accept',
  'accept-language',
  'x-sap-request-language',
  'prefer',
  'odata-maxversion',
  'odata-version',
  'odata-isolation',
  'isolation',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const

/** Everything about a request that its answer depends on, besides who asks. Header values hold no line breaks. */
export const requestKey = (url: string, headers: IncomingHttpHeaders): string => {
  let key = url
  for (const name of SHAPING) key += `\n${(headers[name] as string | undefined) ?? ''}`
  return key
}

/** What an answer is kept under. */
export const answerKey = (request: string, caller: string): string => `${request}\n${caller}`

/** A strong ETag: the same for the same bytes, whichever process sends them. */
const strongEtag = (contentType: string, body: Buffer): string =>
  `"${hash('sha256', Buffer.concat([Buffer.from(`${contentType}\n`), body]), 'base64url')}"`

/** Whether `If-None-Match` names an ETag, which is empty where there is none; by the weak comparison, as RFC 9110 (13.1.2) has it for reads. */
export const isNamedBy = (condition: string, etag: string): boolean => {
  const opaque = etag.replace(/^W\//, '')
  return condition
    .split(',')
    .map((each) => each.trim())
    .some((each) => each === '*' || (opaque && each.replace(/^W\//, '') === opaque))
}

/** Headers that differ from one answer to the next of the same request, or that Node adds by itself. */
const PER_REQUEST: ReadonlySet<string> = new Set(['x-correlation-id', 'connection', 'date', 'keep-alive'])
const OF_CONTENT: readonly string[] = ['Content-Type', 'Content-Length', 'Transfer-Encoding']

const NO_MATCH = { code: '412', message: 'Nothing here has the ETag that the request demands.' }

export interface Keeper {
  /** Called with each read before anybody else sees it; undefined while nothing is to be kept. */
  readonly record: (req: Request) => Recording | undefined
  /** Is given each answer to a recorded read that is not too long, and the `requestKey`. */
  readonly keep: (request: string, answer: Answer, recording: Recording) => void
  readonly answerBytes: number
}

/**
 * Gives every collection and document an ETag, answers it with 304 if the client has that body already, and hands over
 * what may be kept.
 */
export const recordAnswer =
  ({ record, keep, answerBytes }: Keeper): RequestHandler =>
  (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const recording = record(req)
    const isRead = req.method === 'GET'
    // Now: handlers change headers.
    const request = requestKey(req.originalUrl, req.headers)
    // Looked at here, for all reads alike: CAP and Express would leave the ETag out where they find that nothing has changed.
    const condition = req.headers['if-none-match']
    delete req.headers['if-none-match']
    const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse
    const endRecorded = (chunk?: unknown, ...rest: unknown[]): ServerResponse => {
      Object.assign(res, { end })
      const bytes = chunkBytes(chunk, rest[0])
      if (!bytes || res.statusCode !== 200 || res.headersSent) return end(chunk, ...rest)
      const given = res.getHeader('ETag') as string | undefined
      const type = (res.getHeader('Content-Type') as string | undefined) ?? ''
      const etag = given ?? (isSingle(req, type) ? '' : strongEtag(type, bytes))
      if (etag) res.setHeader('ETag', etag)
      // Entities have an ETag of their own, which CAP has looked at.
      const required = req.headers['if-match']
      if (!given && required !== undefined && !isNamedBy(required, etag)) {
        Object.assign(res, { end })
        sendPlainError(req, res, 412, NO_MATCH)
        return res
      }
      const body = bodyOf(bytes)
      if (recording && isRead && bytes.byteLength <= answerBytes)
        keep(request, { headers: kept(res), body, etag }, recording)
      if (condition !== undefined && isNamedBy(condition, etag)) {
        for (const name of OF_CONTENT) res.removeHeader(name)
        res.statusCode = 304
        return end()
      }
      // Node sends a short text together with the headers.
      const callbacks = rest.filter((each) => typeof each === 'function')
      return typeof body === 'string' ? end(body, 'latin1', ...callbacks) : end(body, ...callbacks)
    }
    Object.assign(res, { end: endRecorded })
    next()
  }

/**
 * What is changed where it is read gets no ETag but that of its entity: one of its bytes would come back as `If-Match`
 * of the change, which has nothing to compare it with.
 */
const isSingle = (req: Request, type: string): boolean =>
  queriesOf(req)[0]?.SELECT?.one === true || type.startsWith('text/plain')

const chunkBytes = (chunk: unknown, encoding: unknown): Buffer | undefined => {
  if (typeof chunk === 'string') return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8')
  return Buffer.isBuffer(chunk) ? chunk : undefined
}

/** Node has this for every answer, its types for requests only. */
interface RawHeaders {
  getRawHeaderNames(): string[]
}

const kept = (res: ServerResponse): string[] => {
  const headers: string[] = []
  for (const name of (res as unknown as RawHeaders).getRawHeaderNames()) {
    if (PER_REQUEST.has(name.toLowerCase())) continue
    const value = res.getHeader(name) ?? ''
    if (Array.isArray(value)) for (const each of value) headers.push(name, each)
    else headers.push(name, String(value))
  }
  return headers
}
