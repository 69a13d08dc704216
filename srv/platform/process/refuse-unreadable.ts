import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorAnswer } from '../guard/index.ts'

/** The answer that a connection sends now, or that is being made for it; Node keeps it there, and has no other name for it. */
export const currentAnswer = (socket: Duplex): ServerResponse | undefined =>
  (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined

/** What Node's parser tells of a request that it gives up. */
interface ParserError extends Error {
  readonly code?: string
  /** What it was reading: often, but not always, from the beginning of the request. */
  readonly rawPacket?: Buffer
}

const TOO_LARGE = {
  status: 431,
  code: 'HEADERS_TOO_LARGE',
  message: 'The URL and the headers of the request are too large.',
}
const ERRORS: Readonly<Record<string, typeof TOO_LARGE | undefined>> = {
  HPE_HEADER_OVERFLOW: TOO_LARGE,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The extensions of the chunks of the body are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'REQUEST_TIMEOUT',
    message: 'The request was not complete in time.',
  },
}
const MALFORMED = { status: 400, code: 'BAD_REQUEST', message: 'The request is not valid HTTP.' }

const REQUEST_LINE = /^[A-Z]{3,20} (?:https?:\/\/[^/?#\s]*)?(\/[^\s]*)/i
/** Enough of a URL to tell the API by. */
const START_LENGTH = 300
/** For a client to read the answer: a connection that is closed with something unread takes it back. */
const LINGER_MS = 1_000

/** Answers requests that cannot be read in the body of the API that they are for, as far as that is known. */
export const refuseUnreadable = (server: Server): void => {
  const answered = new WeakSet<Duplex>()
  server.on('clientError', (error: ParserError, socket) => {
    // The rest of it is not valid either.
    if (answered.has(socket)) return
    answered.add(socket)
    const current = currentAnswer(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) return void socket.destroy(error)
    socket.end(answerTo(error, urlOf(error, current?.req)))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
}

const urlOf = ({ rawPacket }: ParserError, request: IncomingMessage | undefined): string => {
  if (request) return (request as { originalUrl?: string }).originalUrl ?? request.url ?? ''
  return REQUEST_LINE.exec(rawPacket?.toString('latin1', 0, START_LENGTH) ?? '')?.[1] ?? ''
}

const answerTo = ({ code = '' }: ParserError, url: string): string => {
  const { status: given, ...text } = ERRORS[code] ?? MALFORMED
  const { status, headers, body } = errorAnswer(url, given, text)
  const content = JSON.stringify(body)
  const lines = Object.entries({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(content)),
    Date: new Date().toUTCString(),
    ...headers,
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${content}`
}
