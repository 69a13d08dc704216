import type { Request, Response } from 'express'
import { drained, releaseBytes } from '../core/streams.ts'
import { type JsonObject, StreamedResult } from '../operations/operation.ts'
import type { Answer } from './endpoint.ts'
import { withoutEnding } from '../core/values.ts'

/** Sends a JSON text; for HEAD its headers only. */
export const sendText = (response: Response, status: number, text: string): void => {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(text)
}

/**
 * The header that has a client save an answer as a file.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6266 section 4.3: the plain name for old clients, the encoded one for all others.
 */
export const contentDisposition = (fileName: string): string => {
  const plain = fileName
    .toWellFormed()
    .replace(/[\p{C}/\\:*?"<>|]/gu, '_')
    .replace(/^[. ]+/, '')
  const safe = withoutEnding(plain, '. ').slice(0, 200) || 'download'
  const ascii = safe.replace(/[^\x20-\x7e]|%/g, '_')
  const encoded = encodeURIComponent(safe.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Sends what an endpoint has returned. @param isPlain without the `success` field. */
export const sendResult = async (
  request: Request,
  response: Response,
  result: Answer,
  isPlain: boolean,
): Promise<void> => {
  if (result instanceof StreamedResult) await sendStream(request, response, result)
  else if (result instanceof globalThis.Response) await sendForeign(response, result)
  else sendText(response, 200, toJson(isPlain ? result : { success: true, ...result }))
}

/** Whole numbers of the database keep every digit: as numbers where JavaScript has them, else as text. */
export const toJson = (value: JsonObject): string =>
  JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'bigint') return Number.isSafeInteger(Number(item)) ? Number(item) : item.toString()
    return item instanceof Uint8Array ? Buffer.from(item).toString('base64') : item
  })

/** Sends chunks no faster than the client takes them. A failure after the first chunk leaves as an exception. */
const sendStream = async (request: Request, response: Response, result: StreamedResult): Promise<void> => {
  const chunks = result.chunks[Symbol.asyncIterator]()
  try {
    // Whatever goes wrong before there is a first chunk is still an ordinary error.
    let chunk = await chunks.next()
    startStream(request, response, result)
    if (request.method !== 'HEAD') {
      for (; !chunk.done && !response.destroyed; chunk = await chunks.next())
        if (!write(response, chunk.value)) await taken(response, result.signal)
      if (response.hasHeader('Trailer'))
        response.addTrailers(Object.entries(result.trailers()).filter((pair) => isTold(pair)))
    }
    response.end()
  } finally {
    await chunks.return?.()
  }
}

/** What each answer says already, and what is the server's to say. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['cache-control', 'connection'])

/** One who leaves ends it by the signal of the call. */
const sendForeign = async (response: Response, { status, headers, body }: globalThis.Response): Promise<void> => {
  response.statusCode = status
  for (const [name, value] of headers) if (!OWN_HEADERS.has(name)) response.setHeader(name, value)
  response.flushHeaders()
  for await (const chunk of body ?? []) {
    if (response.destroyed) break
    if (!response.write(chunk)) await drained(response, undefined)
  }
  response.end()
}

const isTold = (pair: [string, string | undefined]): pair is [string, string] => pair[1] !== undefined

/** The chunk is the response's from now on. */
const write = (response: Response, chunk: string | Uint8Array): boolean =>
  typeof chunk === 'string'
    ? response.write(chunk)
    : response.write(chunk, (error) => {
        if (!error) releaseBytes(chunk)
      })

const startStream = (request: Request, response: Response, result: StreamedResult): void => {
  response.statusCode = 200
  response.setHeader('Content-Type', result.contentType)
  if (result.fileName !== undefined) response.setHeader('Content-Disposition', contentDisposition(result.fileName))
  for (const [name, value] of Object.entries(result.headers)) response.setHeader(name, value)
  const trailers = Object.keys(result.trailers())
  const hasTrailers = trailers.length > 0 && request.method !== 'HEAD' && request.httpVersion !== '1.0'
  if (hasTrailers) response.setHeader('Trailer', trailers.join(', '))
  response.flushHeaders()
}

/** Waits until the client has taken what was written. */
const taken = async (response: Response, signal: AbortSignal | undefined): Promise<void> => {
  await drained(response, signal)
  if (response.destroyed) throw new Error('The client ended the connection')
  signal?.throwIfAborted()
}
