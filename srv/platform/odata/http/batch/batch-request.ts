import { TOO_MUCH_UNDER_WAY } from '../../../guard/index.ts'
import { standardError, badRequest } from '../../protocol/errors.ts'
import type { Version } from '../answers/content-negotiation.ts'

/** One request of a batch, in the same form whichever format it came in. */
export interface BatchRequest {
  /** Unique in the batch. */
  readonly id: string
  /** What the client calls it, and the answer repeats: the id in JSON, the Content-ID in multipart, if there is one. */
  readonly name?: string
  /** Requests of one group, a change set in multipart, succeed or fail together. */
  readonly group?: string
  readonly method: string
  /** As the client wrote it: relative to the service, an absolute path, an absolute URL, or behind a `$reference`. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed if it came as JSON within JSON, else text, or bytes. */
  readonly body?: unknown
  /** Ids and groups that have to succeed before. */
  readonly dependsOn: readonly string[]
}

export interface BatchAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Bytes where it is no text. */
  readonly body?: string | Buffer
}

/** A request with its answer. */
export interface Exchange {
  readonly request: BatchRequest
  readonly answer: BatchAnswer
}

/** What requests of a batch are answered that are not made: what depends on one that has failed, and what there is no memory for. */
export const standardAnswers = (version: Version): Record<'failedDependency' | 'tooMuch', BatchAnswer> => {
  const headers = { 'odata-version': version, 'content-type': 'application/json; charset=utf-8' }
  return {
    failedDependency: { status: 424, headers, body: JSON.stringify({ error: standardError(424) }) },
    tooMuch: {
      status: 503,
      headers: { ...headers, 'retry-after': '1' },
      body: JSON.stringify({ error: TOO_MUCH_UNDER_WAY }),
    },
  }
}

export const isHeaderName = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text)

/** Headers whose values may come in several lines, which then mean the same as one line with commas. */
const LISTS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'if-match', 'if-none-match', 'prefer'])

/**
 * Makes headers with names in lower case of lines, as HTTP would.
 *
 * @param where tells the client which headers are not understood.
 * @throws BATCH_MALFORMED (400) for a header that is given twice and is no list: it is not known which one counts.
 */
export const joinHeaders = (lines: Iterable<readonly [string, string]>, where: string): Record<string, string> => {
  const headers = new Map<string, string>()
  for (const [line, value] of lines) {
    const name = line.toLowerCase()
    const earlier = headers.get(name)
    if (earlier !== undefined && !LISTS.has(name))
      throw badRequest('BATCH_MALFORMED', `The header "${name.slice(0, 80)}" of ${where} is given twice.`)
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries(headers)
}

/** Characters of all headers of a request, as the HTTP server itself takes them. */
const MAX_LENGTH = 16_384

const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * A batch can bring headers that no connection could: each is held to what HTTP allows, before anybody reads or
 * repeats it.
 *
 * @throws INVALID_HEADER (400)
 * @see RFC 9110, section 5.5
 */
export const checkHeaders = (headers: Readonly<Record<string, string>>): void => {
  let length = 0
  for (const [name, value] of Object.entries(headers)) {
    length += name.length + value.length
    if (!isHeaderName(name)) throw badRequest('INVALID_HEADER', 'A header has a name that HTTP does not allow.')
    if (!VALUE.test(value))
      throw badRequest('INVALID_HEADER', `The header "${name.slice(0, 80)}" has characters that HTTP does not allow.`)
  }
  if (length > MAX_LENGTH)
    throw badRequest('INVALID_HEADER', `The headers of a request have at most ${MAX_LENGTH} characters.`)
}
