import { lookup } from 'node:dns/promises'
import { availableParallelism } from 'node:os'

/** What the environment and the command line say of how to listen, as it was given. */
export interface ListenSettings {
  readonly port: unknown
  readonly host: string | undefined
  readonly workers: unknown
}

const MOST_WORKERS = 64
const HIGHEST_PORT = 65_535

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
