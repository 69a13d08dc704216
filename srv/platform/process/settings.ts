import cds from '@sap/cds'

/** How the process listens, and when it gives up waiting. Times are in milliseconds. */
export interface ProcessSettings {
  /** Address to listen on; undefined for loopback. */
  readonly host: string | undefined
  /** For a client to send its headers. */
  readonly headersTimeoutMs: number
  /** For a client to send a whole request. */
  readonly requestTimeoutMs: number
  readonly maxHeaderBytes: number
  /** At a time; fewer where the process may not open that many files. */
  readonly maxConnections: number
  /** For a client to take more of an answer that waits for it. */
  readonly stallTimeoutMs: number
  /** On one connection, besides the one that is being answered; whoever sends more is cut off. */
  readonly pipelinedRequests: number
  /** For requests under way to finish when the server stops. */
  readonly drainTimeoutMs: number
  /** After which an open transaction is ended. */
  readonly transactionTimeoutMs: number
  /** Statements that a connection to PostgreSQL may see before it is replaced: both sides keep each of them. */
  readonly statementsPerConnection: number
  /** Whether statements on PostgreSQL share round trips; without, each takes its own, as in CAP. */
  readonly pipelining: boolean
  /** Proxies in front, whose `X-Forwarded-*` headers are believed: one for each. */
  readonly trustedProxies: number
}

const DEFAULTS: Omit<ProcessSettings, 'host'> = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  maxHeaderBytes: 16_384,
  maxConnections: 2_000,
  stallTimeoutMs: 30_000,
  pipelinedRequests: 250,
  drainTimeoutMs: 10_000,
  transactionTimeoutMs: 30_000,
  statementsPerConnection: 500,
  pipelining: true,
  trustedProxies: 0,
}

/** Node's timers run out at once beyond that. */
const LARGEST = 2 ** 31 - 1

/**
 * Reads the settings `process.<name>` of the CDS configuration and the environment variable `HOST`.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const readSettings = (settings: unknown = (cds.env as Record<string, unknown>)['process']): ProcessSettings => {
  if (settings !== undefined && (typeof settings !== 'object' || settings === null || Array.isArray(settings)))
    throw new Error('Setting process must be an object')
  const given: Readonly<Record<string, unknown>> = { ...settings }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(DEFAULTS, name))
  if (unknown !== undefined) throw new Error(`Setting process.${unknown} is not known`)
  const entries = Object.entries(DEFAULTS).map(([name, fallback]) => {
    const value = given[name] ?? fallback
    if (typeof fallback === 'boolean') {
      if (typeof value !== 'boolean') throw new Error(`Setting process.${name} must be true or false`)
      return [name, value] as const
    }
    const least = name === 'trustedProxies' ? 0 : 1
    if (!Number.isSafeInteger(value) || (value as number) < least)
      throw new Error(`Setting process.${name} must be a whole number, ${least} or more`)
    if ((value as number) > LARGEST) throw new Error(`Setting process.${name} is at most ${LARGEST}`)
    return [name, value] as const
  })
  return { ...(Object.fromEntries(entries) as typeof DEFAULTS), host: environment('HOST') }
}

/** A variable of the environment; undefined where it is empty. */
export const environment = (
  name: 'HOST' | 'PORT' | 'CDS_WORKERS' | 'WORKERS' | 'ALLOW_EPHEMERAL' | 'CDS_ENV',
): string | undefined => {
  // eslint-disable-next-line no-restricted-properties -- these come from the environment, as CAP's own PORT does
  const value = process.env[name]
  return value === '' ? undefined : value
}
