/**
 * How much one request may ask for. Wide enough for Fiori Elements, narrow enough that no request can hold the server.
 * Each can be set as `guard.<name>` in the CDS configuration.
 */
export const LIMITS = {
  /** Characters of a URL; more is 414. */
  urlLength: 8_192,
  /** Characters of a URL inside `$batch`, where Fiori Elements puts its long `$select` and `$expand`. */
  batchUrlLength: 16_384,
  /** Parentheses inside each other, in paths and expressions. */
  parenthesesDepth: 16,
  /** `$expand` inside `$expand`; the outermost counts 1. */
  expandDepth: 4,
  /** Navigation properties expanded in one request, at all levels. */
  expandItems: 40,
  /** Conditions joined by `and` and `or`. */
  filterTerms: 100,
  /** `any` and `all` in one request. */
  lambdas: 5,
  /** Words of a `$search`. */
  searchTerms: 50,
  /** Digits of a number. */
  numberDigits: 40,
  /** Bytes of a body; more is 413. */
  bodyBytes: 1_048_576,
  /** Objects and arrays inside each other in a body. */
  bodyDepth: 20,
  /** Values in a body. */
  bodyValues: 50_000,
} as const

export type LimitName = keyof typeof LIMITS
export type Limits = Readonly<Record<LimitName, number>>

/** @throws Error naming the setting that cannot be used. */
export const readLimits = (settings: unknown): Limits => {
  if (settings === undefined) return LIMITS
  if (typeof settings !== 'object' || settings === null) throw new Error('Setting guard must be an object')
  const limits: Record<LimitName, number> = { ...LIMITS }
  for (const [name, value] of Object.entries(settings)) {
    if (!(name in LIMITS)) throw new Error(`Setting guard.${name} is not known`)
    const number = Number(value)
    if (!Number.isSafeInteger(number) || number <= 0)
      throw new Error(`Setting guard.${name} must be a whole number above 0`)
    limits[name as LimitName] = number
  }
  return limits
}
