import cds from '@sap/cds'

/** Which pages of other sites may call the APIs, and what they may send and see. */
export interface CorsSettings {
  /** Such as `https://app.example`, or `*` alone for all, who may read only. */
  readonly origins: readonly string[]
  readonly methods: readonly string[]
  /** Headers that a page may send. */
  readonly headers: readonly string[]
  /** Headers of an answer that a page may see, besides those that it always sees. */
  readonly exposedHeaders: readonly string[]
  /** Whether the browser may add cookies, certificates and passwords that it knows; pages may send a login of their own anyway. */
  readonly credentials: boolean
  /** Seconds for which a browser need not ask again. */
  readonly maxAge: number
}

const DEFAULTS: CorsSettings = {
  origins: [],
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  headers: [
    ...['Accept', 'Accept-Language', 'Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'OData-Isolation'],
    ...['OData-MaxVersion', 'OData-Version', 'Prefer', 'X-Correlation-ID', 'X-Requested-With'],
    // UI5 sends these to any service.
    ...['SAP-Cancel-On-Close', 'SAP-ContextId-Accept', 'X-CSRF-Token'],
  ],
  exposedHeaders: [
    ...['Allow', 'Content-Disposition', 'ETag', 'Location', 'OData-EntityId', 'OData-Version', 'Preference-Applied'],
    ...['RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate', 'X-Correlation-ID'],
  ],
  credentials: false,
  maxAge: 600,
}

export const ANY_ORIGIN = '*'

/** Without `*` in a name, which a URL may have and browsers never send. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

const isOrigin = (text: string): boolean => ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text

const NAME = /^[\w!#$%&'+.^`|~-]+$/
const ONE_DAY_S = 86_400

const CHECKS: Readonly<Record<keyof CorsSettings, readonly [isUsable: (value: unknown) => boolean, demand: string]>> = {
  origins: [
    (value) => isListOf(value, (text) => text === ANY_ORIGIN || isOrigin(text)),
    "a list of origins such as 'https://app.example', or of '*' alone",
  ],
  methods: [(value) => isListOf(value, (text) => /^[A-Z]+$/.test(text)), 'a list of methods in capitals'],
  headers: [(value) => isListOf(value, (text) => NAME.test(text)), 'a list of names of headers'],
  exposedHeaders: [(value) => isListOf(value, (text) => NAME.test(text)), 'a list of names of headers'],
  credentials: [(value) => typeof value === 'boolean', 'true or false'],
  maxAge: [
    (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= ONE_DAY_S,
    `a whole number of seconds from 0 to ${ONE_DAY_S}`,
  ],
}

const isListOf = (value: unknown, isUsable: (text: string) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && isUsable(item))

/**
 * Reads the settings `guard.cors.<name>` of the CDS configuration.
 *
 * @returns undefined where no other site is allowed anything.
 * @throws Error naming the setting that cannot be used.
 */
export const readCors = (guard: unknown = (cds.env as Record<string, unknown>)['guard']): CorsSettings | undefined => {
  const { cors } = (guard ?? {}) as { cors?: unknown }
  if (cors === undefined || cors === false) return undefined
  if (typeof cors !== 'object' || cors === null || Array.isArray(cors))
    throw new Error('Setting guard.cors must be an object, or false')
  for (const [name, value] of Object.entries(cors)) {
    if (!Object.hasOwn(CHECKS, name)) throw new Error(`Setting guard.cors.${name} is not known`)
    const [isUsable, demand] = CHECKS[name as keyof CorsSettings]
    if (!isUsable(value)) throw new Error(`Setting guard.cors.${name} must be ${demand}`)
  }
  const settings = { ...DEFAULTS, ...cors }
  const { origins, credentials } = settings
  if (origins.includes(ANY_ORIGIN) && origins.length > 1)
    throw new Error("Setting guard.cors.origins must be a list of origins, or of '*' alone")
  if (origins.includes(ANY_ORIGIN) && credentials)
    throw new Error("Setting guard.cors.credentials must be false where guard.cors.origins is '*'")
  return origins.length > 0 ? settings : undefined
}
