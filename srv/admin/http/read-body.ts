import express, { type Request, type RequestHandler, type Response } from 'express'
import { parseJsonObject } from '../core/strict-json.ts'
import { AdminError } from '../errors.ts'

/** Reads the JSON body of a request. */
export type BodyReader = (request: Request, response: Response) => Promise<Record<string, unknown>>

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
