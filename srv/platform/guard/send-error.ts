import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, Response } from 'express'
import { errorAnswer, type ErrorText } from './error-answer.ts'

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
