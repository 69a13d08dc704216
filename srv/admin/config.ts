import { accessSync, constants, mkdirSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { secondsOf } from './core/check-files/period.ts'
import { readSettings } from './read-settings.ts'
import { type LimitName, type Settings, UNLIMITED } from './settings.ts'

export { MAX_TIMEOUT_SECONDS } from './settings.ts'
export type { LimitName } from './settings.ts'

/** Settings of the administration API, checked once. */
export interface AdminConfig {
  /** Where the API is, and where its pages are, if anywhere. */
  readonly path: string
  readonly cockpit: string | false
  /** For each role of the API, the roles of the application that grant it. */
  readonly roles: Readonly<Record<keyof Settings['roles'], readonly string[]>>
  /** The one directory that import reads from and upload writes to. */
  readonly files: string
  /** Where files are: in that directory, or in the database, where all server processes find them. */
  readonly fileStore: 'directory' | 'database'
  /** Where SQLite keeps the files of cloned schemas. */
  readonly schemas: string
  /** Where the application keeps its files of checks. */
  readonly checks: string
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
  /** When the session of a browser ends that nobody uses, and when any. */
  readonly session: { readonly idleSeconds: number; readonly totalSeconds: number }
  /** Whether admins may run statements of their own that only read. */
  readonly query: boolean
  /** Functions that these may call though they are not known to be harmless: names, with their schema or without, or patterns. */
  readonly queryFunctions: readonly string[]
  /** Whether agents may ask, whether they may write, and how long an answer to them is at most. */
  readonly mcp: { readonly enabled: boolean; readonly write: boolean; readonly answerCharacters: number }
  readonly isProduction: boolean
  readonly timeoutSeconds: number
  /** How long files are kept that work in the background has written; the work itself is known for an hour. */
  readonly resultSeconds: number
  /** Heavy operations at a time, and when those of a process count as lost that is not heard of any more. */
  readonly heavy: { readonly perCaller: number; readonly total: number; readonly lostAfterSeconds: number }
  /** Checks that are run by themselves, and how often those of the model are; null for never. */
  readonly schedules: { readonly enabled: boolean; readonly modelSeconds: number | null; readonly keepDays: number }
  /** Told when the status of such a check changes. */
  readonly webhook: { readonly url: string; readonly secret: string } | null
  /** Names of schemas open to operations, or patterns with `*` and `?`, the default first; null means the application's own and those cloned by the API. */
  readonly allowedSchemas: readonly string[] | null
  readonly limits: Readonly<Record<LimitName, number>>
  /** Services of the platform that the application is bound to; never their credentials. */
  readonly bindings: readonly ServiceBinding[]
}

/**
 * Reads the settings under `cds.requires.dba`, fills in defaults and makes the directories.
 *
 * @param root directory that relative paths start from.
 * @param isShared whether server processes share their state in the database.
 * @throws Error naming the setting that cannot be used.
 */
export const readConfig = (
  given: unknown,
  root: string,
  // eslint-disable-next-line no-restricted-properties -- cds.env keeps only the bindings that it knows itself
  environment: Readonly<Record<string, string | undefined>> = process.env,
  isShared = false,
  isProduction = false,
): AdminConfig => {
  const settings = readSettings(given)
  const { path, cockpit, roles, rateLimit, session, trustProxy, timeoutSeconds, heavy, ...rest } = settings
  const { allowedSchemas, limits } = rest
  // Addresses are the same in any letter case.
  if (cockpit !== false && cockpit.toLowerCase() === path.toLowerCase())
    throw new Error('Setting dba.cockpit must be another path than dba.path')
  const fileStore = isShared ? (settings.fileStore ?? (settings.shared ? 'database' : 'directory')) : 'directory'
  return Object.freeze({
    path,
    cockpit,
    roles: { viewer: [roles.viewer].flat(), operator: [roles.operator].flat(), admin: [roles.admin].flat() },
    files: directory(settings, given, 'files', root, fileStore === 'directory'),
    fileStore,
    schemas: directory(settings, given, 'schemas', root, !isShared),
    checks: resolve(root, settings.checks),
    rateLimit: { ...rateLimit, requestsPerAddress: rateLimit.requestsPerAddress ?? rateLimit.requests },
    session,
    trustProxy: proxies(trustProxy),
    query: settings.query ?? !isProduction,
    queryFunctions: settings.queryFunctions,
    mcp: { write: false, ...settings.mcp, enabled: settings.mcp.enabled ?? !isProduction },
    isProduction,
    timeoutSeconds,
    resultSeconds: settings.resultSeconds,
    heavy,
    schedules: schedulesOf(settings.schedules),
    webhook: webhookOf(settings.webhook),
    allowedSchemas,
    limits: Object.freeze({ ...UNLIMITED, ...limits }),
    bindings: readBindings(environment['VCAP_SERVICES']),
  })
}

const schedulesOf = ({ enabled = true, model, keepDays }: Settings['schedules']): AdminConfig['schedules'] => {
  const modelSeconds = model === undefined ? null : secondsOf(model)
  if (modelSeconds === undefined)
    throw new Error('Setting dba.schedules.model must be a time of at most four weeks, such as 1 day')
  return { enabled, modelSeconds, keepDays }
}

/** A key of 24 to 64 bytes, as the standard has it. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/

const webhookOf = ({ url, secret }: Settings['webhook']): AdminConfig['webhook'] => {
  if (url === undefined && secret === undefined) return null
  if (url === undefined || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error('Setting dba.webhook.url must be an address of http or https')
  if (secret === undefined || !SECRET.test(secret))
    throw new Error('Setting dba.webhook.secret must be whsec_ and a key of 24 to 64 bytes in Base64')
  return { url, secret }
}

type Proxies = AdminConfig['trustProxy']

// `true` would let any client choose the address that it is counted under.
const proxies = (value: Proxies): Proxies => {
  if (value === 0) return false
  if (!Array.isArray(value) || value.every(isProxy)) return value
  throw new Error('Setting dba.trustProxy must be a number of proxies or a list of their addresses')
}

const isProxy = (value: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits] = value.split('/')
  return isIP(address) !== 0 && (bits === undefined || /^[1-9]\d{0,2}$/.test(bits))
}

type Directory = 'files' | 'schemas'

const directory = (
  settings: Readonly<Record<Directory, string>>,
  given: unknown,
  name: Directory,
  root: string,
  isNeeded: boolean,
): string => {
  const path = resolve(root, settings[name])
  if (!isNeeded) return path
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.W_OK)
  } catch (cause) {
    // Whoever has set nothing may want no files: on a read-only disk everything else still works.
    if (isGiven(given, name)) throw new Error(`Setting dba.${name} names a directory that cannot be written`, { cause })
  }
  return path
}

const isGiven = (given: unknown, name: Directory): boolean =>
  (given as Record<string, unknown> | undefined)?.[name] != null

/** A service of the platform that the application is bound to. */
interface ServiceBinding {
  readonly name: string
  readonly label: string | null
  readonly plan: string | null
}

/**
 * Reads the bindings that Cloud Foundry puts into the environment, and nothing of their credentials. What cannot be
 * read is no binding.
 *
 * @see https://docs.cloudfoundry.org/devguide/deploy-apps/environment-variable.html#VCAP-SERVICES
 */
export const readBindings = (vcapServices: string | undefined): ServiceBinding[] =>
  Object.values(parse(vcapServices))
    .flat()
    .flatMap((binding) => {
      if (typeof binding !== 'object' || binding === null) return []
      const { name, label, plan } = binding as Record<string, unknown>
      return typeof name === 'string' ? [{ name, label: textOrNull(label), plan: textOrNull(plan) }] : []
    })

const parse = (text: string | undefined): Record<string, unknown> => {
  try {
    const services: unknown = JSON.parse(text ?? '{}')
    return typeof services === 'object' && services !== null ? (services as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
