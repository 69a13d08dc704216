import { nameResolver, resolveName, matchesPattern } from '../core/identifiers.ts'
import { asAdminsSee, ofAdminsOnly } from '../core/hidden.ts'
import { ask } from '../dialects/rows.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { ColumnMetadata, HiddenRows, HiddenRowsOf } from '../dialects/metadata.ts'
import type { Session } from '../database/session.ts'
import { AdminError } from '../core/errors.ts'
import type { Copied, Names, Openness, ResolvedTable, SchemaRegister, Watch } from '../operations/operation.ts'
import { type SensitiveFinder, sensitiveFinder, type SensitiveSources } from './masked-columns.ts'
import { findObject, isFoldedAlike, resolveTables, tablesFound } from './find-tables.ts'

type Use = 'read' | 'write'

/** Resolves names against the catalog, so that only the catalog's own spelling ever reaches SQL. */
export class CatalogNames implements Names {
  readonly cloned: SchemaRegister
  readonly #dialect: Dialect
  readonly #allowed: readonly string[] | null
  readonly #open: ReturnType<typeof openSchemas>
  readonly #sensitive: SensitiveSources | undefined
  readonly #ofAdmins: SensitiveSources | undefined
  readonly #watch: Watch
  /**
   * @param allowed schemas that are open; null opens the current one and those that the API has cloned.
   * @param sensitive where to look for sensitive data; it is not looked for without.
   * @param ofAdmins the same for admins; made here once, since that goes through the whole model.
   */
  constructor(
    dialect: Dialect,
    allowed: readonly string[] | null,
    cloned: SchemaRegister,
    sensitive?: SensitiveSources,
    watch: Watch = {},
    ofAdmins = sensitive && sourcesOfAdmins(sensitive),
  ) {
    this.#dialect = dialect
    this.#allowed = allowed
    this.#open = openSchemas(allowed, cloned)
    this.cloned = cloned
    this.#sensitive = sensitive
    this.#ofAdmins = ofAdmins
    this.#watch = watch
  }

  forAdmins(): Names {
    return new CatalogNames(this.#dialect, this.#allowed, this.cloned, this.#ofAdmins, this.#watch, this.#ofAdmins)
  }

  noting(watch: Watch): Names {
    return new CatalogNames(this.#dialect, this.#allowed, this.cloned, this.#sensitive, watch, this.#ofAdmins)
  }

  async hiddenRows(session: Session, of: HiddenRowsOf): Promise<HiddenRows[]> {
    const question = this.#dialect.catalog.hiddenRows
    if (!question) return []
    const hidden = (await ask(session, question, of)).map((found) => ({ schema: of.schema, ...found }))
    for (const found of hidden) this.#watch.onHidden?.(found)
    return hidden
  }

  // Whether a schema exists is told before whether it is open: every viewer can list the names of all schemas.
  async schema(session: Session, schema: string | undefined, use: Use = 'read'): Promise<string> {
    const current = await this.#current(session)
    const name =
      schema === undefined ? await this.#defaultSchema(session, current) : await this.#findSchema(session, schema)
    if (use === 'write' && this.#dialect.isSystemSchema(name))
      throw new AdminError('SCHEMA_NOT_ALLOWED', `Schema '${name}' is the engine's own: it is never written to`)
    if (!(await this.#open.has(name, current)))
      throw new AdminError('SCHEMA_NOT_ALLOWED', `Schema '${name}' is not open to this operation: ${this.#open.reason}`)
    return name
  }

  async openness(session: Session): Promise<Openness> {
    const current = await this.#current(session)
    return {
      default: await this.#defaultSchema(session, current),
      isOpen: (name, use = 'read') =>
        use === 'write' && this.#dialect.isSystemSchema(name) ? Promise.resolve(false) : this.#open.has(name, current),
    }
  }

  async table(session: Session, schema: string | undefined, table: string, use: Use = 'read'): Promise<ResolvedTable> {
    const schemaName = await this.schema(session, schema, use)
    const object = await findObject(session, this.#dialect, schemaName, table)
    const columns = await ask(session, this.#dialect.catalog.columns, { schema: schemaName, table: object.name })
    if (this.#watch.onHidden) await this.hiddenRows(session, { schema: schemaName, tables: [object.name] })
    const sensitiveOrigins = await this.#sensitiveFinder(session)?.(object)
    const found = { ...object, columns, ...(sensitiveOrigins && { sensitiveOrigins }) }
    await this.#tellOpen(session, [found])
    return found
  }

  async tables(session: Session, schema: string, sent: readonly string[]): Promise<(sent: string) => ResolvedTable> {
    const schemaName = await this.schema(session, schema)
    const find = await resolveTables(session, this.#dialect, schemaName, sent, this.#sensitiveFinder(session))
    const found = tablesFound(find, sent)
    if (this.#watch.onHidden) {
      const names = found.map(({ name }) => name)
      await this.hiddenRows(session, { schema: schemaName, tables: names })
    }
    await this.#tellOpen(session, found)
    return find
  }

  columns(table: ResolvedTable, names: readonly string[] | undefined): readonly ColumnMetadata[] {
    if (names === undefined) return table.columns
    const columns = new Map(table.columns.map((column) => [column.name, column]))
    const nameOf = nameResolver(columns.keys(), 'COLUMN_NOT_FOUND', `In table '${table.name}', column`)
    const wanted = new Set<string>()
    // Throws at the first duplicate, so that there are never more than the table has columns.
    for (const sent of names) {
      const name = nameOf(sent)
      if (wanted.has(name)) throw new AdminError('INVALID_PARAMETER', `Column '${name}' is listed twice`)
      wanted.add(name)
    }
    return [...wanted].flatMap((name) => columns.get(name) ?? [])
  }

  async noteCopy(copy: Copied, origin: Copied): Promise<void> {
    await this.#sensitive?.copies.add(copy, origin)
  }

  #sensitiveFinder(session: Session): SensitiveFinder | undefined {
    return this.#sensitive && sensitiveFinder(session, this.#dialect, this.#sensitive)
  }

  /** Tells which columns of tables have sensitive data that this user sees. */
  async #tellOpen(session: Session, tables: readonly ResolvedTable[]): Promise<void> {
    const { open, copies } = this.#sensitive ?? {}
    const { onSensitive } = this.#watch
    if (!onSensitive || !open || !copies) return
    const find = sensitiveFinder(session, this.#dialect, { model: open, copies })
    for (const table of tables) {
      const originsOf = await find(table)
      const columns = table.columns.map(({ name }) => name).filter((name) => originsOf(name).size > 0)
      if (columns.length > 0) onSensitive({ schema: table.schema, table: table.name, columns })
    }
  }

  async #current(session: Session): Promise<string> {
    const [current] = await ask(session, this.#dialect.catalog.currentSchema, undefined)
    if (current === undefined) throw new AdminError('SCHEMA_NOT_FOUND', 'The database has no current schema')
    return current
  }

  /** The current schema, or the first that is open when that one is not. */
  async #defaultSchema(session: Session, current: string): Promise<string> {
    if (await this.#open.has(current, current)) return current
    return this.#open.first(await this.#allSchemas(session)) ?? current
  }

  async #allSchemas(session: Session): Promise<string[]> {
    const asked = { pattern: '%', includeSystem: false, limit: SCHEMAS, offset: 0 }
    return (await ask(session, this.#dialect.catalog.schemas, asked)).map(({ name }) => name)
  }

  async #findSchema(session: Session, sent: string): Promise<string> {
    const found = await ask(session, this.#dialect.catalog.schemaNames, { name: sent })
    if (found.includes(sent)) return sent
    const all = isFoldedAlike(sent) && found.length > 0 ? [] : await this.#allSchemas(session)
    return resolveName(sent, [...new Set([...found, ...all])], 'SCHEMA_NOT_FOUND', 'Schema')
  }
}

const sourcesOfAdmins = (sensitive: SensitiveSources): SensitiveSources => ({
  ...sensitive,
  model: asAdminsSee(sensitive.model),
  open: ofAdminsOnly(sensitive.model),
})

/** Schemas that are looked through at most. */
const SCHEMAS = 10_000

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
