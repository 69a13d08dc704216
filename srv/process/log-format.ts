import { format } from 'node:util'
import cds from '@sap/cds'

interface Log {
  format: (...args: unknown[]) => unknown[]
  loggers: Record<string, { setFormat(format: Log['format']): void }>
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
  return 'message' in arg && typeof arg.message === 'string' && 'duration_ms' in arg ? arg.message : arg
}

const plain = (label: string, _level: unknown, ...args: unknown[]): unknown[] => {
  if (OF_START.has(label)) return [`[${label}] -`, ...args]
  return [`[${label}] -`, neutralized(format(...args.map(readable)))]
}

/** Logs are JSON in production, by CAP; where they are for people, what clients send is made harmless. */
export const formatLogs = (): void => {
  const { format: kind } = (cds.env as unknown as { log: { format: string } }).log
  if (kind !== 'plain') return
  const log = cds.log as unknown as Log
  log.format = plain as Log['format']
  for (const logger of Object.values(log.loggers)) logger.setFormat(log.format)
}
