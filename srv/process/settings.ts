import cds from '@sap/cds'

/** How the process listens, and when it gives up waiting. */
export interface ProcessSettings {
  /** Address to listen on: loopback unless `HOST` says otherwise. */
  readonly host: string
  /** Time for a client to send its headers, in milliseconds. */
  readonly headersTimeoutMs: number
  /** Time for a client to send a whole request, in milliseconds. */
  readonly requestTimeoutMs: number
  readonly maxHeaderBytes: number
  readonly maxConnections: number
  /** Time that requests under way get to finish when the server stops, in milliseconds. */
  readonly drainTimeoutMs: number
  /** Age after which an open transaction is ended, in milliseconds. */
  readonly transactionTimeoutMs: number
}

const DEFAULTS: Omit<ProcessSettings, 'host'> = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 120_000,
  maxHeaderBytes: 16_384,
  maxConnections: 2_000,
  drainTimeoutMs: 10_000,
  transactionTimeoutMs: 60_000,
}

/**
 * Reads the settings under `cds.env.process` and the environment variable `HOST`.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const readSettings = (settings: unknown = (cds.env as Record<string, unknown>)['process']): ProcessSettings => {
  const given = (settings ?? {}) as Record<string, unknown>
  const unknown = Object.keys(given).find((name) => !(name in DEFAULTS))
  if (unknown !== undefined) throw new Error(`Setting process.${unknown} is not known`)
  const numbers = Object.entries(DEFAULTS).map(([name, fallback]) => {
    const value = Number(given[name] ?? fallback)
    if (!Number.isSafeInteger(value) || value <= 0)
      throw new Error(`Setting process.${name} must be a whole number above 0`)
    return [name, value] as const
  })
  const host = process.env['HOST']
  return {
    ...(Object.fromEntries(numbers) as typeof DEFAULTS),
    host: host === undefined || host === '' ? '127.0.0.1' : host,
  }
}
