import cds from '@sap/cds'

/** How reads of a SQLite file leave the server's process. Times are in milliseconds. */
export interface ReaderSettings {
  /** Processes at most; long reads take all but one of them. 0: all reads stay in the server's process. */
  readonly processes: number
  /** Reads that may wait for a process, of long ones and others each; more are refused. */
  readonly waiting: number
  /** For a process to get free. */
  readonly waitMs: number
  /** For a read, which is stopped then. As `statement_timeout` on PostgreSQL. */
  readonly timeoutMs: number
  /** After which a process that nobody needs ends. */
  readonly idleMs: number
}

const DEFAULTS: ReaderSettings = { processes: 3, waiting: 50, waitMs: 4_000, timeoutMs: 20_000, idleMs: 30_000 }

/**
 * Reads the settings `readers.<name>` of the CDS configuration.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const readSettings = (settings: unknown = (cds.env as Record<string, unknown>)['readers']): ReaderSettings => {
  const given: Readonly<Record<string, unknown>> = { ...(settings as object | undefined) }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(DEFAULTS, name))
  if (unknown !== undefined) throw new Error(`Setting readers.${unknown} is not known`)
  for (const [name, value] of Object.entries(given)) {
    const isProcesses = name === 'processes'
    const isEnough = isProcesses ? value === 0 || (value as number) >= 2 : (value as number) >= 1
    if (!Number.isSafeInteger(value) || !isEnough)
      throw new Error(`Setting readers.${name} must be a whole number, ${isProcesses ? '0, or 2' : '1'} or more`)
  }
  return { ...DEFAULTS, ...given }
}
