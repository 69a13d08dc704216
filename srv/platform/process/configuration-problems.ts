import cds from '@sap/cds'

/** What CAP and the driver take as it is, and find out too late that it cannot be used. */
export interface CheckedConfiguration {
  readonly requires?: {
    readonly db?: { readonly credentials?: { readonly port?: unknown } | null; readonly client?: unknown }
  }
  readonly fiori?: { readonly draft_lock_timeout?: unknown }
}

const HIGHEST_PORT = 65_535
/** Of PostgreSQL's settings and Node's timers alike. */
const LONGEST_MS = 2 ** 31 - 1
const TIMEOUT = /_timeout$|TimeoutMillis$/

const isWithin = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

const portProblems = (port: unknown): string[] =>
  port === undefined || isWithin(typeof port === 'string' && /^\d+$/.test(port) ? Number(port) : port, 1, HIGHEST_PORT)
    ? []
    : [`Setting requires.db.credentials.port must be a whole number from 1 to ${HIGHEST_PORT}`]

const clientProblems = (client: unknown): string[] =>
  Object.entries({ ...(client as object | undefined) })
    .filter(([name, value]) => TIMEOUT.test(name) && !isWithin(value, 0, LONGEST_MS))
    .map(([name]) => `Setting requires.db.client.${name} must be a whole number from 0 to ${LONGEST_MS}`)

const isTimeSpan = (span: unknown): boolean => {
  if (span === undefined || span === true) return true
  if (typeof span === 'number') return isWithin(span, 1, Number.MAX_SAFE_INTEGER)
  const { ms4 } = cds.utils as unknown as { ms4: (text: string) => number }
  try {
    return typeof span === 'string' && ms4(span) > 0
  } catch {
    return false
  }
}

/** Names what is wrong with settings that nobody else checks; empty where nothing is. */
export const findConfigurationProblems = ({ requires, fiori }: CheckedConfiguration): string[] => [
  ...portProblems(requires?.db?.credentials?.port),
  ...clientProblems(requires?.db?.client),
  ...(isTimeSpan(fiori?.draft_lock_timeout)
    ? []
    : ["Setting fiori.draft_lock_timeout must be a time span such as '15min', or milliseconds"]),
]
