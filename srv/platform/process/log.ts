/**
 * The log: the form of all lines, and the line of each request. Over 200 lines, since what clients send has to be harmless
 * and small in both.
 */
import { format } from 'node:util'
import type { IncomingMessage, ServerResponse } from 'node:http'
import cds from '@sap/cds'
import type { RequestHandler } from 'express'
import { recognizedUser } from '../identity/index.ts'

type Format = (this: unknown, ...args: unknown[]) => unknown[]

interface Log {
  format: Format
  loggers: Record<string, { setFormat(format: Format): void }>
}

interface Cds {
  readonly EventContext: new (properties: object) => object
  /** Runs a function with another `cds.context`. */
  _with<T>(context: object, run: () => T): T
}

/** Loggers of the start, which write over several lines and in colours, and know no client. */
const OF_START: ReadonlySet<string> = new Set(['cds', 'cds.serve', 'cli', 'deploy', 'compile', 'server'])

/**
 * Makes a text unable to look like other lines of a log, or to speak to a terminal: control characters are shown as
 * escapes, and so is a line break before anything but an indented line or a closing bracket, as stacks have them.
 */
export const neutralized = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- these are what it is about
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/g, escaped)
    .replace(/\n(?!\s|[}\]])/g, '\\n')

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Objects that are made for the log say in `message` what is to be read; the rest is for machines. */
const readable = (arg: unknown): unknown => {
  if (typeof arg !== 'object' || arg === null || arg instanceof Error) return arg
  if (!('duration_ms' in arg && 'message' in arg)) return arg
  const { message } = arg
  return typeof message === 'string' ? message : arg
}

const plain: Format = (label, _level, ...args) => {
  if (OF_START.has(String(label))) return [`[${String(label)}] -`, ...args]
  return [`[${String(label)}] -`, neutralized(format(...args.map(readable)))]
}

/**
 * CAP's JSON without the headers of the request, which it would write beside its own fields, and over some of them: a
 * header `Logger: audit` would forge an audit. Who asked and the correlation id stay.
 */
const withoutHeaders = (format: Format): Format => {
  const cap = cds as unknown as Cds
  return function (...args) {
    const { context } = cds
    if (!context?.http) return format.apply(this, args)
    const { id, tenant, user } = context
    return cap._with(new cap.EventContext({ id, tenant, user }), () => format.apply(this, args))
  }
}

const { DEBUG } = (cds.log as unknown as { levels: { DEBUG: number } }).levels

/** Who looks for a fault wants all of it: that is what the level is for. */
const bounded = (format: Format): Format =>
  function (label, level, ...args) {
    return format.call(this, label, level, ...(Number(level) < DEBUG ? boundArguments(args) : args))
  }

/** Makes what clients send harmless in logs. They are JSON in production, by CAP, and else for people. */
export const formatLogs = (): void => {
  const { format: kind } = (cds.env as unknown as { log: { format: string } }).log
  const log = cds.log as unknown as Log
  log.format = bounded(kind === 'plain' ? plain : withoutHeaders(log.format))
  for (const logger of Object.values(log.loggers)) logger.setFormat(log.format)
}

/** Characters that one line of the log holds of what it is about, those of one text, and items of a list. */
const MOST_CHARACTERS = 8_192
const LONGEST_TEXT = 2_048
const MOST_ITEMS = 20
const MOST_DEPTH = 8

/** Copies what is to be logged, as far as there is room. */
class Room {
  isCut = false
  #left = MOST_CHARACTERS
  readonly #copies = new Map<object, unknown>()

  copy(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value !== 'object' || value === null) return value
    if (ArrayBuffer.isView(value)) return this.#text(`${value.byteLength} bytes`)
    const known = this.#copies.get(value)
    if (known !== undefined) return known
    if (depth > MOST_DEPTH) return '…'
    if (Array.isArray(value)) return this.#members(value, [], depth)
    if (value instanceof Error) return this.#error(value, depth)
    // Others make what is logged by themselves.
    return Object.getPrototypeOf(value) === Object.prototype ? this.#members(value, {}, depth) : value
  }

  #text(text: string): string {
    const most = Math.min(this.#left, LONGEST_TEXT)
    this.#left -= Math.min(most, text.length)
    if (text.length <= most) return text
    this.isCut = true
    return `${text.slice(0, most)}… (${text.length} characters)`
  }

  #members<T extends object>(value: object, copy: T, depth: number): T {
    this.#copies.set(value, copy)
    const members = Object.entries(value)
    const isLong = members.length > MOST_ITEMS && Array.isArray(value)
    // Lists last, whose items may take all the room.
    if (!Array.isArray(value)) members.sort(([, a], [, b]) => Number(Array.isArray(a)) - Number(Array.isArray(b)))
    this.isCut ||= isLong
    for (const [name, member] of isLong ? members.slice(0, MOST_ITEMS) : members) {
      // Defined, since names may be those of members that cannot be assigned.
      const value = this.copy(member, depth + 1)
      Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true })
    }
    if (isLong) (copy as unknown[]).push(`… (${members.length} items)`)
    return copy
  }

  #error(error: Error, depth: number): Error {
    const copy = new Error(this.#text(error.message))
    this.#copies.set(error, copy)
    const { stack, cause, name } = error
    // The message is the head of most stacks.
    const value = stack === undefined ? undefined : this.#text(stack)
    Object.defineProperty(copy, 'stack', { value, configurable: true, writable: true })
    if (name !== 'Error') Object.defineProperty(copy, 'name', { value: name, configurable: true })
    if (cause !== undefined && !Object.keys(error).includes('cause'))
      Object.defineProperty(copy, 'cause', { value: this.copy(cause, depth + 1), configurable: true })
    return this.#members(error, copy, depth)
  }
}

/** What a line of the log is made of, in a size that does not depend on what clients send: as it is where it is small. */
export const boundArguments = (args: unknown[]): unknown[] => {
  const room = new Room()
  const copies = args.map((arg) => room.copy(arg))
  return room.isCut ? copies : args
}

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
