import type { IncomingMessage, ServerResponse } from 'node:http'
import { format } from 'node:util'
import type { RequestHandler } from 'express'
import cds from '@sap/cds'
import { recognizedUser } from '../identity/index.ts'

/** CAP's logger; one that others provide has no format. */
interface Logger {
  readonly _info?: unknown
  readonly _debug?: unknown
  readonly format?: (label: string, level: number, ...args: unknown[]) => unknown[]
  info(line: object): void
  debug(line: object): void
}

const LABEL = 'request'
const { INFO } = (cds.log as unknown as { levels: { INFO: number } }).levels
/** Asked every few seconds by platforms. */
const PROBE = /^\/(?:health|ready|metrics)$/
const SERVICE = /^\/(?:odata|api)\//

/**
 * Logs one line for each request when it has been answered: who asked, the status, the duration. Of the query only that
 * there is one: filters hold data. Probes, and in development the files of pages, are worth a line only when they fail.
 */
export const logRequests = (isProduction: boolean): RequestHandler => {
  const isQuiet = (path: string): boolean => PROBE.test(path) || !(isProduction || SERVICE.test(path))
  return (req, res, next) => {
    const started = performance.now()
    res.once('close', () => {
      const [path = ''] = req.originalUrl.split('?', 1)
      const isFine = res.writableFinished && res.statusCode < 400
      const log = cds.log(LABEL) as unknown as Logger
      const isForDebug = isFine && isQuiet(path)
      if (isForDebug ? !log._debug : !log._info) return
      const outcome = res.writableFinished ? String(res.statusCode) : 'aborted'
      const user = res.locals['user'] as string | undefined
      const line = new RequestLine(req, req.originalUrl, { status: res.statusCode, outcome, user, started })
      if (isForDebug) log.debug(line)
      else writeSoon(log, line)
    })
    next()
  }
}

/** The same for a request that has just been answered from memory. */
export const logAnswer = (req: IncomingMessage, res: ServerResponse, started: number): void => {
  const logger = cds.log(LABEL) as unknown as Logger
  if (!logger._info) return
  const status = res.statusCode
  const line = new RequestLine(req, req.url ?? '', {
    status,
    outcome: String(status),
    user: recognizedUser(req),
    started,
  })
  writeSoon(logger, line)
}

let lines = ''

/** Lines are written together when the event loop turns: to write one takes longer than many an answer. */
const writeSoon = (logger: Logger, line: object): void => {
  if (!logger.format) return logger.info(line)
  if (lines === '') setImmediate(writeLines)
  lines += `${format(...logger.format(LABEL, INFO, line))}\n`
}

const writeLines = (): void => {
  const text = lines
  lines = ''
  if (text !== '') process.stdout.write(text)
}

process.on('exit', writeLines)

interface Outcome {
  readonly status: number
  /** The status, or that there was none. */
  readonly outcome: string
  readonly user: string | undefined
  /** By `performance.now()`. */
  readonly started: number
}

/** CAP logs the message of what looks like an error, once if it is inherited. */
class RequestLine {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly duration_ms: number
  readonly user: string | undefined
  readonly correlation_id: string | string[] | undefined
  readonly #hasQuery: boolean
  readonly #outcome: string

  constructor({ method = '', headers }: IncomingMessage, url: string, { status, outcome, user, started }: Outcome) {
    const end = url.indexOf('?')
    this.method = method
    this.path = end < 0 ? url : url.slice(0, end)
    this.status = status
    this.duration_ms = Math.round(performance.now() - started)
    this.user = user
    this.correlation_id = headers['x-correlation-id']
    this.#hasQuery = end >= 0
    this.#outcome = outcome
  }

  get message(): string {
    return `${this.method} ${this.path}${this.#hasQuery ? '?…' : ''} ${this.#outcome} ${this.duration_ms} ms`
  }
}
