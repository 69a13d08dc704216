import { matchesPattern } from '../core/matches-pattern.ts'
import type { SchemaRegister } from './cloned-schemas.ts'

/** Which schemas operations may use. */
export class OpenSchemas {
  readonly #allowed: readonly string[] | null
  readonly #cloned: SchemaRegister

  /**
   * @param allowed names of schemas, or patterns of names with `*` and `?`; null opens the current one and those that
   *   the API has cloned.
   */
  constructor(allowed: readonly string[] | null, cloned: SchemaRegister) {
    this.#allowed = allowed
    this.#cloned = cloned
  }

  async has(name: string, current: string): Promise<boolean> {
    if (this.#allowed) return this.#allowed.some((pattern) => matchesPattern(name, pattern))
    return name === current || (await this.#cloned.has(name))
  }

  /** The first schema of the setting that is there; undefined when the setting names none of them, or is not set. */
  first(known: readonly string[]): string | undefined {
    for (const pattern of this.#allowed ?? []) {
      const found = known.find((name) => matchesPattern(name, pattern))
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Why a schema is not among them. */
  get reason(): string {
    return this.#allowed
      ? 'the setting dba.allowedSchemas does not list it'
      : 'only the current schema and those cloned by this API are, unless the setting dba.allowedSchemas lists others'
  }
}
