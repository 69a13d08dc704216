import { getHeapStatistics } from 'node:v8'
import cds from '@sap/cds'

/** Of the memory that V8 may take: answers exist as rows, as text and as bytes for a while. */
const ANSWERS_SHARE = 1 / 8

/**
 * How much one request may ask for: wide enough for Fiori Elements, narrow enough that no request can hold the server.
 * The one table for all; each can be set as `guard.<name>` in the CDS configuration.
 */
export const LIMITS = {
  /** OData requests of one caller in a minute, each request of a batch counted; more is 429. Counted by each process for itself. */
  requestsPerMinute: 120_000,
  /** Characters of a URL; more is 414. */
  urlLength: 8_192,
  /** Characters of a URL inside `$batch`, where Fiori Elements puts its long `$select` and `$expand`. */
  batchUrlLength: 16_384,
  /** Parentheses inside each other, in paths and expressions. */
  parenthesesDepth: 12,
  /** Operators, functions, steps of a path and parentheses inside each other: `a add b add c` is two deep. */
  expressionDepth: 40,
  /** Brackets of JSON inside each other in a query option. */
  jsonDepth: 4,
  /** Conditions joined by `and` and `or` in one request. */
  filterTerms: 100,
  /** `any` and `all` in one request. */
  lambdas: 5,
  /** `any` and `all` inside each other, where the rows of each are looked through for every row of the one around it. */
  lambdaDepth: 2,
  /** Words of `$search`, in all of a request. */
  searchTerms: 20,
  /** Transformations of `$apply`, each of which is a query around the one before. */
  applySteps: 10,
  /** Commas, as in `$select`, `$orderby` and lists of values. */
  listItems: 300,
  /** Digits of a number. */
  numberDigits: 40,
  /** Navigation properties expanded inside each other. */
  expandDepth: 5,
  /** Navigation properties expanded in one request, at all levels. */
  expandItems: 40,
  /** To-many navigation properties expanded inside each other. */
  expandToMany: 3,
  /** Rows that the to-many navigation properties of one request, or of all parts of a batch, may add at most. */
  expandRows: 30_000,
  /** Records that one request, or all parts of a batch, may write, those within records counted; more is 413. */
  writeRows: 1_000,
  /** Requests in a `$batch`; more is 413. */
  batchParts: 100,
  /** Bytes of a body; more is 413. */
  bodyBytes: 262_144,
  /** Objects and arrays inside each other in a body. */
  bodyDepth: 20,
  /** Values in a body; more is 413. */
  bodyValues: 20_000,
  /** Bytes of all answers together that are being made, or that their clients have not taken yet; more is 503. */
  answerBytes: Math.floor(getHeapStatistics().heap_size_limit * ANSWERS_SHARE),
} as const

export type LimitName = keyof typeof LIMITS
export type Limits = Readonly<Record<LimitName, number>>

/** @throws Error naming the setting that cannot be used. */
export const readLimits = (settings: unknown = (cds.env as Record<string, unknown>)['guard']): Limits => {
  if (settings === undefined) return LIMITS
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new Error('Setting guard must be an object')
  const limits: Record<LimitName, number> = { ...LIMITS }
  for (const [name, value] of Object.entries(settings)) {
    // No numbers: see hosts.ts and cors-settings.ts.
    if (name === 'hosts' || name === 'cors') continue
    if (!Object.hasOwn(LIMITS, name)) throw new Error(`Setting guard.${name} is not known`)
    if (!Number.isSafeInteger(value) || value <= 0)
      throw new Error(`Setting guard.${name} must be a whole number above 0`)
    limits[name as LimitName] = value as number
  }
  return limits
}
