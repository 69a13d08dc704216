import express, { type Request, type Response, type RequestHandler } from 'express'
import type { AdminConfig } from '../config.ts'
import { AdminError } from '../core/errors.ts'
import type { Endpoint, Wishes } from './endpoint.ts'
import { inputValidatorOf } from './validate-input.ts'
import { isStorable, parseJsonObject } from '../core/strict-json.ts'

/**
 * Reads a query string, in which every name stands once.
 *
 * @param query without its question mark.
 * @throws AdminError `INVALID_PARAMETER`.
 */
export const readQuery = (query: string): Record<string, string> => {
  const values: Record<string, string> = Object.create(null) as Record<string, string>
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const [name = '', value = ''] = splitOnce(pair, '=').map(decode)
    if (Object.hasOwn(values, name))
      throw new AdminError('INVALID_PARAMETER', `Parameter '${name.slice(0, 64)}' is given twice`)
    values[name] = value
  }
  return values
}

/** @throws AdminError `INVALID_PARAMETER` for text that is not percent-encoded UTF-8 or that no database stores. */
const decodeComponent = (text: string): string => {
  const decoded = tryDecode(text)
  if (decoded !== undefined && isStorable(decoded)) return decoded
  throw new AdminError('INVALID_PARAMETER', 'The URL is not properly encoded: percent signs must stand for UTF-8 text')
}

const decode = (text: string): string => decodeComponent(text.replaceAll('+', ' '))

const tryDecode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const splitOnce = (text: string, separator: string): string[] => {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Reads the JSON body of a request. */
type BodyReader = (request: Request, response: Response) => Promise<Record<string, unknown>>

const isJson = (contentType: string): boolean => {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  return type === 'application/json' && parameters.every((each) => each === '' || UTF_8.test(each))
}

const UTF_8 = /^charset\s*=\s*"?utf-?8"?$/

/** @param maxBytes of the body, after decompression. */
export const createBodyReader = (maxBytes: number): BodyReader => {
  const read = express.raw({ limit: maxBytes, type: () => true })
  return async (request, response) => {
    // The media type is also what keeps other sites from posting with a browser's stored password.
    if (!isJson(request.headers['content-type'] ?? ''))
      throw new AdminError('UNSUPPORTED_MEDIA_TYPE', "Send one JSON object with 'Content-Type: application/json'")
    // What a middleware of the application has read and parsed cannot be read again.
    if (!request.readableDidRead) await run(read, request, response, maxBytes)
    return parseJsonObject(textOf(request.body, maxBytes))
  }
}

const run = (read: RequestHandler, request: Request, response: Response, maxBytes: number): Promise<void> =>
  new Promise((resolve, reject) => {
    void read(request, response, (error?: unknown) => {
      if (error === undefined) resolve()
      else reject(toAdminError(error, maxBytes))
    })
  })

const textOf = (body: unknown, maxBytes: number): string => {
  const isText = body instanceof Uint8Array || typeof body === 'string'
  const content = isText ? body : JSON.stringify(body ?? '')
  if (Buffer.byteLength(content) > maxBytes) throw tooLarge(maxBytes)
  return typeof content === 'string' ? content : decodeUtf8(content)
}

const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AdminError('INVALID_JSON', 'The request body is not UTF-8 text')
  }
}

const tooLarge = (maxBytes: number): AdminError =>
  new AdminError('PAYLOAD_TOO_LARGE', `The request body is larger than ${maxBytes} bytes`)

/** Errors of the body parser carry a `type`. See https://github.com/expressjs/body-parser#errors */
const toAdminError = (error: unknown, maxBytes: number): AdminError => {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined
  if (type === 'entity.too.large') return tooLarge(maxBytes)
  if (type === 'encoding.unsupported')
    return new AdminError('UNSUPPORTED_MEDIA_TYPE', 'The content encoding is not known; send gzip, deflate, br or none')
  if (type === 'request.aborted')
    return new AdminError('OPERATION_CANCELLED', 'The client ended the connection while it sent the request')
  return new AdminError('INVALID_JSON', 'The request body cannot be read', { cause: error })
}

/** What a request says to an endpoint, checked: the values of the path's `{names}`, and the rest. */
export interface Input {
  readonly parameters: Record<string, string>
  readonly input: Record<string, unknown>
}

/** Reads and checks all that a request says to an endpoint: path parameters, and the query or the JSON body. */
export const createInputReader = (
  endpoint: Endpoint,
  config: AdminConfig,
): ((request: Request, response: Response, rawParameters: Readonly<Record<string, string>>) => Promise<Input>) => {
  const isJson = endpoint.body === 'json'
  const validate = inputValidatorOf(endpoint)
  const readBody = createBodyReader(config.limits.bodyBytes)
  return async (request, response, rawParameters) => {
    const parameters = Object.fromEntries(
      Object.entries(rawParameters).map(([name, value]) => [name, decodeComponent(value)]),
    )
    const query = readQuery(queryOf(request.url))
    if (!isJson) return { parameters, input: validate(query) }
    const [unknown] = Object.keys(query)
    if (unknown !== undefined)
      throw new AdminError(
        'UNKNOWN_FIELD',
        `'${unknown.slice(0, 64)}' is not known: fields of a POST stand in its body`,
      )
    return { parameters, input: validate(await readBody(request, response)) }
  }
}

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

/** The header of an answer that stands for work which goes on. */
export const APPLIED = 'Preference-Applied'

/** What the headers of a request wish. */
export const wishesOf = (request: Request): Wishes => ({
  accepts: (types) => request.accepts([...types]) || undefined,
  isBackground: prefersBackground(request),
  onBackground: () => {
    request.res?.setHeader(APPLIED, 'respond-async')
  },
})

/** @see https://www.rfc-editor.org/rfc/rfc7240 section 4.1 */
const prefersBackground = ({ headers }: Request): boolean =>
  String(headers['prefer'] ?? '')
    .split(',')
    .some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference))
