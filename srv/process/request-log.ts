import process from 'node:process'
import { format } from 'node:util'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import cds from '@sap/cds'

/** CAP's logger; one that others provide has no format. */
interface Logger {
  readonly level: number
  readonly _info?: unknown
  readonly format?: (label: string, level: number, ...args: unknown[]) => unknown[]
  info(line: object): void
}

const LABEL = 'request'

/**
 * Logs one line for each request when it has been answered, with status and duration. Of the query only that there is
 * one: filters hold data.
 */
export const logRequests: RequestHandler = (req, res, next) => {
  const started = performance.now()
  res.once('close', () => {
    const logger = cds.log(LABEL) as unknown as Logger
    const outcome = res.writableFinished ? String(res.statusCode) : 'aborted'
    logger.info(lineOf(req, req.originalUrl, res.statusCode, outcome, started))
  })
  next()
}

/**
 * The same for a request that has just been answered from memory. There may be very many of them, for which writing a
 * line takes longer than answering: lines are written together when the event loop turns.
 */
export const logAnswer = (req: IncomingMessage, res: ServerResponse, started: number): void => {
  const logger = cds.log(LABEL) as unknown as Logger
  if (!logger._info) return
  const line = lineOf(req, req.url ?? '', res.statusCode, String(res.statusCode), started)
  if (logger.format) writeSoon(format(...logger.format(LABEL, logger.level, line)))
  else logger.info(line)
}

let lines = ''

const writeSoon = (line: string): void => {
  if (lines === '') setImmediate(writeLines)
  lines += `${line}\n`
}

const writeLines = (): void => {
  const text = lines
  lines = ''
  if (text !== '') process.stdout.write(text)
}

process.on('exit', writeLines)

const lineOf = (
  { method = '', headers }: IncomingMessage,
  url: string,
  status: number,
  outcome: string,
  started: number,
): object => {
  const milliseconds = Math.round(performance.now() - started)
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  return {
    message: `${method} ${path}${end < 0 ? '' : '?…'} ${outcome} ${milliseconds} ms`,
    method,
    path,
    status,
    duration_ms: milliseconds,
    correlation_id: headers['x-correlation-id'],
  }
}
