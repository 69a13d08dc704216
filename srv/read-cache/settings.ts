/** How answers are kept. */
export interface Settings {
  /** Memory for all answers. */
  readonly bytes: number
  /** Larger answers are not kept. */
  readonly answerBytes: number
  /** Milliseconds after which an answer is not used any more, whatever nobody has noticed; 0 for no such time. */
  readonly maxAge: number
  /** Whether a deployment to PostgreSQL makes triggers that tell which table has changed. */
  readonly triggers: boolean
}

const DEFAULTS: Settings = { bytes: 67_108_864, answerBytes: 1_048_576, maxAge: 60_000, triggers: false }

/** What CAP adds to a service that an application requires. */
const OF_CAP: ReadonlySet<string> = new Set(['kind', 'name', 'impl', 'vcap', 'credentials'])

/**
 * Reads `cds.requires.read-cache`.
 *
 * @returns null where it is switched off.
 * @throws Error naming the setting that cannot be used.
 */
export const readSettings = (given: unknown): Settings | null => {
  if (given === false || given === null) return null
  if (given === undefined || given === true) return DEFAULTS
  if (typeof given !== 'object') throw new Error('cds.requires.read-cache must be an object, true or false')
  const entries = Object.entries(given).filter(([name]) => !OF_CAP.has(name))
  for (const [name, value] of entries) {
    if (!Object.hasOwn(DEFAULTS, name)) throw new Error(`cds.requires.read-cache.${name} is not known`)
    if (name === 'triggers') {
      if (typeof value !== 'boolean') throw new Error(`cds.requires.read-cache.${name} must be true or false`)
    } else if (!Number.isSafeInteger(value) || (value as number) < 0)
      throw new Error(`cds.requires.read-cache.${name} must be a whole number, 0 or more`)
  }
  return { ...DEFAULTS, ...Object.fromEntries(entries) }
}
