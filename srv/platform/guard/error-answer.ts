import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, Response, ErrorRequestHandler, RequestHandler } from 'express'
import cds from '@sap/cds'

/** A request that is refused before anything reads it. The message is for the client. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
  }
}

/** What a client is told of an error. */
export interface ErrorText {
  readonly code: string
  readonly message: string
}

/** An error as it is sent. */
interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: object
}

/** What programs call. Pages and probes are no API. */
export interface Api {
  /** What its paths begin with, in lower case, such as `/odata`; asked for in any. */
  readonly path: string
  /** An error in its own form. */
  readonly errorAnswer: (status: number, error: ErrorText) => ErrorAnswer
  /** Whether it refuses malformed URLs by itself. */
  readonly checksUrls?: boolean
}

let apis: readonly Api[] = []

/** Tells what is served, and so how requests for it are refused, whoever refuses them. */
export const serveApis = (served: readonly Api[]): void => {
  apis = served
}

/** @param url path and query of a request; may be cut off behind the first words, or empty where nobody knows. */
export const apiAt = (url: string): Api | undefined => apis.find(({ path }) => isBelow(path, url))

const isBelow = (path: string, url: string): boolean =>
  ['/', '?', undefined].includes(url[path.length]) && url.slice(0, path.length).toLowerCase() === path

/** An error in the form of the API that a request was meant for, with the headers that tell of it. @param url as in `apiAt` */
export const errorAnswer = (url: string, status: number, error: ErrorText): ErrorAnswer => {
  const { code, message } = error
  const answer = apiAt(url)?.errorAnswer(status, error) ?? { status, headers: {}, body: { error: { code, message } } }
  const isPassing = answer.status === 503 || answer.status === 429
  // The same request may succeed in a second.
  return isPassing ? { ...answer, headers: { 'Retry-After': '1', ...answer.headers } } : answer
}

/** Answers a request with an error, in the form of the API that it was meant for, if no answer is under way. */
export const sendError = (req: Request, res: Response, status: number, error: ErrorText): void => {
  if (res.headersSent) return
  const answer = errorAnswer(req.originalUrl, status, error)
  // Whoever refuses a request knows better when to come again, and how a page does.
  const names = req.get('X-CSRF-Token') === undefined ? ['Retry-After'] : ['Retry-After', 'WWW-Authenticate']
  const given = names.flatMap((name) => [res.get(name)].flatMap((value) => (value ? [[name, value]] : [])))
  res.set({ ...answer.headers, ...Object.fromEntries(given) })
  res.status(answer.status).json(answer.body)
}

/** The same where there is no express, or where another answer has been prepared, whose content is dropped. */
export const sendPlainError = (req: IncomingMessage, res: ServerResponse, status: number, error: ErrorText): void => {
  // Routers of express take what they are mounted at from the URL.
  const { originalUrl = req.url ?? '' } = req as { originalUrl?: string }
  const answer = errorAnswer(originalUrl, status, error)
  for (const name of res.getHeaderNames()) if (OF_CONTENT.test(name)) res.removeHeader(name)
  const body = JSON.stringify(answer.body)
  const type = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
  const close = isUnderWay(req) && { Connection: 'close' }
  res.writeHead(answer.status, { ...type, ...answer.headers, ...close }).end(body)
}

/** What is left of a body is not worth receiving. */
const isUnderWay = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)

/** Headers that describe a body, or what was done to make it. */
const OF_CONTENT =
  /^(?:content-(?:type|length|encoding|disposition|language|range)|accept-ranges|etag|last-modified|cache-control|expires|location|odata-.*|preference-applied|trailer|transfer-encoding)$/

const MESSAGES: Readonly<Record<number, readonly [code: string, message: string]>> = {
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  413: ['PAYLOAD_TOO_LARGE', 'The request body is too large.'],
  500: ['INTERNAL_ERROR', 'The server could not answer this request. The reason is in its log.'],
}

const textOf = (status: number): { code: string; message: string } => {
  const [code, message] = MESSAGES[status] ?? ['BAD_REQUEST', 'The request is not valid.']
  return { code, message }
}

/** Answers what nobody else does. To be called last, after all others who mount something when CAP has served. */
export const answerTheRest = (): void => {
  cds.on('served', () => {
    cds.app.use(nothingHere, lastResort)
  })
}

/** Nobody has answered. Express would send a page. */
const nothingHere: RequestHandler = (req, res) => sendError(req, res, 404, textOf(404))

/** Somebody has failed. Express would send the stack. Faults without a client's status are for the log. */
const lastResort: ErrorRequestHandler = (error: { status?: unknown }, req, res, next) => {
  const status = Number(error.status)
  const isClients = status >= 400 && status < 500
  if (!isClients) cds.log('guard').error(error)
  if (res.headersSent) next(error)
  else sendError(req, res, isClients ? status : 500, textOf(isClients ? status : 500))
}
