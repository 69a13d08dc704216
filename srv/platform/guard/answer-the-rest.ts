import type { ErrorRequestHandler, RequestHandler } from 'express'
import cds from '@sap/cds'
import { sendError } from './error-answer.ts'

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
