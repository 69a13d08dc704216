import { lookup } from 'node:dns/promises'
import { availableParallelism } from 'node:os'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import cds from '@sap/cds'
import { definedProfiles } from '../cap/model.ts'

/** What the environment and the command line say of how to listen, as it was given. */
interface ListenSettings {
  readonly port: unknown
  readonly host: string | undefined
  readonly workers: unknown
}

const MOST_WORKERS = 64

/** A number as it is written in the environment; undefined for anything else. */
const wholeNumber = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) || (typeof value === 'string' && /^\d{1,9}$/.test(value)) ? Number(value) : undefined

/** How many processes are to serve; undefined where it is this one. `true` is one for each core. */
export const workersOf = (value: unknown): number | undefined =>
  value === true || value === 'true' ? availableParallelism() : wholeNumber(value)

/** Node would wait for a pipe of that name. */
const portProblems = (port: unknown): string[] => {
  if (port === undefined) return []
  const number = wholeNumber(port)
  return number !== undefined && number >= 0 && number <= HIGHEST_PORT
    ? []
    : [`PORT must be a whole number from 0 to ${HIGHEST_PORT}, and is ${JSON.stringify(port)}`]
}

const hostProblems = async (host: string | undefined): Promise<string[]> => {
  if (host === undefined) return []
  return lookup(host).then(
    () => [],
    () => [`HOST must be an address or name of this machine, and '${host}' is not known`],
  )
}

const workerProblems = (workers: unknown): string[] => {
  if (workers === undefined) return []
  const count = workersOf(workers)
  return count !== undefined && count >= 1 && count <= MOST_WORKERS
    ? []
    : [`CDS_WORKERS must be a whole number from 1 to ${MOST_WORKERS} or true, and is ${JSON.stringify(workers)}`]
}

/** Names what is wrong with how the server is told to listen; empty where nothing is. */
export const findEnvironmentProblems = async ({ port, host, workers }: ListenSettings): Promise<string[]> => [
  ...portProblems(port),
  ...(await hostProblems(host)),
  ...workerProblems(workers),
]

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

const databasePortProblems = (port: unknown): string[] =>
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
  ...databasePortProblems(requires?.db?.credentials?.port),
  ...clientProblems(requires?.db?.client),
  ...(isTimeSpan(fiori?.draft_lock_timeout)
    ? []
    : ["Setting fiori.draft_lock_timeout must be a time span such as '15min', or milliseconds"]),
]

/**
 * Names profiles that nothing is set for: CAP takes no notice of one that is mistyped, and would serve from memory.
 *
 * @param given names with commas in between, as in `--profile` and `CDS_ENV`.
 */
export const findProfileProblems = (given: string | undefined): string[] => {
  const { own, others } = definedProfiles()
  // Variables of a profile can be in a file.
  const isKnown = (name: string): boolean =>
    own.includes(name) || others.includes(name) || existsSync(join(cds.root, `.${name}.env`))
  const names = (given ?? '').split(',').map((name) => name.trim())
  return names
    .filter((name) => name !== '' && !isKnown(name))
    .map((name) => `there is no profile '${name}'; there are ${others.join(', ')}: --profile ${others[0] ?? ''}`)
}

/** A server that is being replaced may need a moment to end. */
const PATIENCE_MS = 2_000
const POLL_MS = 100

const REASONS: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) =>
    `port ${port} of ${host} is taken by another process: end that, or choose another port, as in PORT=${port + 1} npm start`,
  EACCES: (port) => `port ${port} is for administrators: choose one above 1023, as in PORT=4004 npm start`,
  EADDRNOTAVAIL: (_port, host) => `HOST must be an address of this machine, and '${host}' is not`,
}

/** Why nobody can listen there: the code that the system has for it. */
const failureOf = async (port: number, host: string): Promise<string | undefined> => {
  const server = createServer().listen({ port, host, exclusive: true })
  try {
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

/** Names what keeps the server from listening, before it has done anything else; empty where nothing does. */
export const findListenProblems = async (port: number, host: string): Promise<string[]> => {
  if (port === 0) return []
  const deadline = performance.now() + PATIENCE_MS
  let code = await failureOf(port, host)
  while (code === 'EADDRINUSE' && performance.now() < deadline) {
    await setTimeout(POLL_MS)
    code = await failureOf(port, host)
  }
  const reason = code === undefined ? undefined : REASONS[code]
  return reason ? [reason(port, host)] : []
}
