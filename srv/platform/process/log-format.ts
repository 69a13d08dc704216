import { format } from 'node:util'
import cds from '@sap/cds'
import { boundArguments } from './bound-log.ts'

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
