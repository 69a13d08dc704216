import { accessSync, constants, mkdirSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { readBindings } from './core/bindings.ts'
import type { ServiceBinding } from './core/bindings.ts'

/** Limits of the API; each can be set as `admin.limits.<name>`. The contract leaves them open. */
const LIMITS = {
  bodyBytes: 1_048_576,
  listLength: 1_000,
  listLengthMax: 10_000,
  exportRowsJson: 10_000,
  exportRowsJsonMax: 100_000,
  /** None of its own: time and roles bound a stream of rows. */
  exportRowsRaw: Infinity,
  exportRowsRawMax: Infinity,
  importFileBytes: 104_857_600,
  importFileBytesMax: 1_073_741_824,
  differences: 100,
  differencesMax: 10_000,
  fuzzyPairs: 1_000_000,
  fuzzyPairsMax: 10_000_000,
  lineageDepth: 5,
  lineageDepthMax: 20,
  lineageNodes: 500,
  lineageNodesMax: 5_000,
  timeBuckets: 1_000,
  timeBucketsMax: 100_000,
  /** All files of the files directory together. */
  filesBytes: 10_737_418_240,
  /** Ended operations that are remembered, and their results together. */
  operationsKept: 1_000,
  operationResultBytes: 67_108_864,
} as const
export type LimitName = keyof typeof LIMITS

/** Settings of the administration API, checked once. */
export interface AdminConfig {
  /** The one directory that import reads from and upload writes to. */
  readonly files: string
  /** Where files are: in that directory, or in the database, where all server processes find them. */
  readonly fileStore: 'directory' | 'database'
  /** Where SQLite keeps the files of cloned schemas. */
  readonly schemas: string
  /** Requests per window: of one user, and of one network address before it is known who asks. */
  readonly rateLimit: {
    readonly requests: number
    readonly requestsPerAddress: number
    readonly windowSeconds: number
  }
  /**
   * Reverse proxies whose `X-Forwarded-For` is believed: their number, or their addresses; never all. Undefined means
   * those that the server around the API believes.
   */
  readonly trustProxy: number | readonly string[] | false | undefined
  readonly timeoutSeconds: number
  /** Heavy operations at a time, and when those of a process count as lost that is not heard of any more. */
  readonly heavy: { readonly perCaller: number; readonly total: number; readonly lostAfterSeconds: number }
  /** Names of schemas open to operations, or patterns with `*` and `?`, the default first; null means the application's own and those cloned by the API. */
  readonly allowedSchemas: readonly string[] | null
  readonly limits: Readonly<Record<LimitName, number>>
  /** Services of the platform that the application is bound to; never their credentials. */
  readonly bindings: readonly ServiceBinding[]
}

/** The longest time, in seconds, that a request may ask for. */
export const MAX_TIMEOUT_SECONDS = 600

type Settings = Record<string, unknown>

/**
 * Reads the settings under `cds.env.admin`, fills in defaults and makes the directories.
 *
 * @param root directory that relative paths start from.
 * @param isShared whether server processes share their state in the database.
 * @throws Error naming the setting that cannot be used.
 */
export const readConfig = (
  settings: unknown,
  root: string,
  // eslint-disable-next-line no-restricted-properties -- cds.env keeps only the bindings that it knows itself
  environment: Readonly<Record<string, string | undefined>> = process.env,
  isShared = false,
): AdminConfig => {
  const admin = section(settings, 'admin')
  const rateLimit = section(admin['rateLimit'], 'admin.rateLimit')
  const heavy = section(admin['heavy'], 'admin.heavy')
  const limits = section(admin['limits'], 'admin.limits')
  refuseUnknown(
    admin,
    ['files', 'fileStore', 'schemas', 'rateLimit', 'trustProxy', 'timeoutSeconds', 'heavy', 'allowedSchemas', 'limits'],
    'admin',
  )
  refuseUnknown(rateLimit, ['requests', 'requestsPerAddress', 'windowSeconds'], 'admin.rateLimit')
  refuseUnknown(heavy, ['perCaller', 'total', 'lostAfterSeconds'], 'admin.heavy')
  refuseUnknown(limits, Object.keys(LIMITS), 'admin.limits')
  const timeoutSeconds = positive(admin['timeoutSeconds'], 60, 'admin.timeoutSeconds')
  if (timeoutSeconds > MAX_TIMEOUT_SECONDS)
    throw new Error(`Setting admin.timeoutSeconds is at most ${String(MAX_TIMEOUT_SECONDS)}`)
  const requests = positive(rateLimit['requests'], 300, 'admin.rateLimit.requests')
  const fileStore = admin['fileStore'] ?? 'directory'
  if (fileStore !== 'directory' && !(fileStore === 'database' && isShared))
    throw new Error("Setting admin.fileStore must be 'directory' or, on PostgreSQL that processes share, 'database'")
  return Object.freeze({
    files: directory(admin['files'], 'data/import', root, 'admin.files', fileStore === 'directory'),
    fileStore,
    schemas: directory(admin['schemas'], 'data/schemas', root, 'admin.schemas', !isShared),
    rateLimit: {
      requests,
      requestsPerAddress: positive(rateLimit['requestsPerAddress'], requests, 'admin.rateLimit.requestsPerAddress'),
      windowSeconds: positive(rateLimit['windowSeconds'], 60, 'admin.rateLimit.windowSeconds'),
    },
    trustProxy: proxies(admin['trustProxy']),
    timeoutSeconds,
    heavy: {
      perCaller: positive(heavy['perCaller'], 2, 'admin.heavy.perCaller'),
      total: positive(heavy['total'], 4, 'admin.heavy.total'),
      lostAfterSeconds: positive(heavy['lostAfterSeconds'], 15, 'admin.heavy.lostAfterSeconds'),
    },
    allowedSchemas: names(admin['allowedSchemas'], 'admin.allowedSchemas'),
    limits: Object.freeze(
      Object.fromEntries(
        Object.entries(LIMITS).map(([name, value]) => [name, positive(limits[name], value, `admin.limits.${name}`)]),
      ) as Record<LimitName, number>,
    ),
    bindings: readBindings(environment['VCAP_SERVICES']),
  })
}

const section = (value: unknown, name: string): Settings => {
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`Setting ${name} must be an object`)
  return value as Settings
}

const refuseUnknown = (settings: Settings, known: readonly string[], name: string): void => {
  const unknown = Object.keys(settings).find((key) => !known.includes(key))
  if (unknown !== undefined) throw new Error(`Setting ${name}.${unknown} is not known`)
}

const positive = (value: unknown, fallback: number, name: string): number => {
  if (value === undefined) return fallback
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number <= 0)
    throw new Error(`Setting ${name} must be a whole number above 0`)
  return number
}

// `true` would let any client choose the address that it is counted under.
const proxies = (value: unknown): number | string[] | false | undefined => {
  if (value === undefined) return undefined
  if (value === false || value === 'false') return false
  const hops = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof hops === 'number' && Number.isSafeInteger(hops) && hops >= 0) return hops === 0 ? false : hops
  if (Array.isArray(hops) && hops.length > 0 && hops.every(isProxy)) return hops
  throw new Error('Setting admin.trustProxy must be a number of proxies or a list of their addresses')
}

const isProxy = (value: unknown): value is string => {
  if (typeof value !== 'string') return false
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits] = value.split('/')
  return isIP(address) !== 0 && (bits === undefined || /^[1-9]\d{0,2}$/.test(bits))
}

const names = (value: unknown, name: string): string[] | null => {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || !value.every((item): item is string => typeof item === 'string'))
    throw new Error(`Setting ${name} must be a list of schema names`)
  return value
}

const directory = (value: unknown, fallback: string, root: string, name: string, isNeeded: boolean): string => {
  if (value !== undefined && (typeof value !== 'string' || value === ''))
    throw new Error(`Setting ${name} must be a directory`)
  const path = resolve(root, value ?? fallback)
  if (!isNeeded) return path
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.W_OK)
  } catch (cause) {
    throw new Error(`Setting ${name} names a directory that cannot be written`, { cause })
  }
  return path
}
