import type { IncomingHttpHeaders } from 'node:http'
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
export const strongEtag = (contentType: string, body: Buffer): string =>
  `"${hash('sha256', Buffer.concat([Buffer.from(`${contentType}\n`), body]), 'base64url')}"`

/** Whether `If-None-Match` names an ETag, which is empty where there is none; by the weak comparison, as RFC 9110 (13.1.2) has it for reads. */
export const isNamedBy = (condition: string, etag: string): boolean => {
  const opaque = etag.replace(/^W\//, '')
  return condition
    .split(',')
    .map((each) => each.trim())
    .some((each) => each === '*' || (opaque && each.replace(/^W\//, '') === opaque))
}
