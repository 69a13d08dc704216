import cds from '@sap/cds'
import type { Trust } from '../../read-cache/index.ts'

/** How answers are kept. */
export interface CacheSettings extends Trust {
  readonly enabled: boolean
  /** Memory for all answers. */
  readonly bytes: number
  /** Larger answers are not kept. */
  readonly answerBytes: number
  /** After which an answer is not used any more, whatever nobody has noticed; 0 for no such time. */
  readonly maxAgeMs: number
}

const DEFAULTS: CacheSettings = {
  enabled: true,
  bytes: 67_108_864,
  answerBytes: 1_048_576,
  lagMs: 100,
  maxAgeMs: 60_000,
  isOnlyWriter: false,
  isAgeEnough: false,
}

/** Node's timers run out at once beyond that. */
const LONGEST_LAG_MS = 2 ** 31 - 1

/**
 * Reads the settings `cache.<name>` of the CDS configuration.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const readSettings = (settings: unknown = (cds.env as Record<string, unknown>)['cache']): CacheSettings => {
  if (settings !== undefined && (typeof settings !== 'object' || settings === null || Array.isArray(settings)))
    throw new Error('Setting cache must be an object')
  const given: Readonly<Record<string, unknown>> = { ...settings }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(DEFAULTS, name))
  if (unknown !== undefined) throw new Error(`Setting cache.${unknown} is not known`)
  for (const [name, value] of Object.entries(given)) {
    const isNumber = typeof DEFAULTS[name as keyof CacheSettings] === 'number'
    if (isNumber && (!Number.isSafeInteger(value) || (value as number) < 0))
      throw new Error(`Setting cache.${name} must be a whole number, 0 or more`)
    if (name === 'lagMs' && (value as number) > LONGEST_LAG_MS)
      throw new Error(`Setting cache.lagMs is at most ${LONGEST_LAG_MS}`)
    if (!isNumber && typeof value !== 'boolean') throw new Error(`Setting cache.${name} must be true or false`)
  }
  return { ...DEFAULTS, ...given }
}
