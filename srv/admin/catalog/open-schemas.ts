import { matchesPattern } from '../core/identifiers.ts'
import type { SchemaRegister } from '../operations/operation.ts'

/**
 * Which schemas operations may use.
 *
 * @param allowed names of schemas, or patterns of names with `*` and `?`; null opens the current one and those that
 *   the API has cloned.
 */
export const openSchemas = (allowed: readonly string[] | null, cloned: SchemaRegister) => ({
  has: async (name: string, current: string): Promise<boolean> => {
    if (allowed) return allowed.some((pattern) => matchesPattern(name, pattern))
    return name === current || (await cloned.has(name))
  },

  /** The first schema of the setting that is there; undefined when the setting names none of them, or is not set. */
  first: (known: readonly string[]): string | undefined => {
    for (const pattern of allowed ?? []) {
      const found = known.find((name) => matchesPattern(name, pattern))
      if (found !== undefined) return found
    }
    return undefined
  },

  /** Why a schema is not among them. */
  reason: allowed
    ? 'the setting dba.allowedSchemas does not list it'
    : 'only the current schema and those cloned by this API are, unless the setting dba.allowedSchemas lists others',
})
