import { resolveName } from '../core/identifiers.ts'
import type { CatalogQuery, Dialect } from '../dialects/dialect.ts'
import type { ColumnMetadata, ObjectName } from '../dialects/metadata.ts'
import type { Session } from '../database/session.ts'
import { AdminError } from '../errors.ts'
import type { Names, ResolvedTable } from '../operations/operation.ts'
import type { SchemaRegister } from './cloned-schemas.ts'

type Use = 'read' | 'write'

/** Resolves names against the catalog, so that only the catalog's own spelling ever reaches SQL. */
export class CatalogNames implements Names {
  readonly #dialect: Dialect
  readonly #allowed: readonly string[] | null
  readonly #cloned: SchemaRegister

  /** @param allowed schemas that are open; null opens the current one and those that the API has cloned. */
  constructor(dialect: Dialect, allowed: readonly string[] | null, cloned: SchemaRegister) {
    this.#dialect = dialect
    this.#allowed = allowed
    this.#cloned = cloned
  }

  // Whether a schema exists is told before whether it is open: every viewer can list the names of all schemas.
  async schema(session: Session, schema: string | undefined, use: Use = 'read'): Promise<string> {
    const { catalog } = this.#dialect
    const [current] = await ask(session, catalog.currentSchema, undefined)
    if (current === undefined) throw new AdminError('SCHEMA_NOT_FOUND', 'The database has no current schema')
    const name = schema === undefined ? current : await this.#findSchema(session, schema)
    if (!(await this.#isOpen(name, current, use)))
      throw new AdminError('SCHEMA_NOT_ALLOWED', `Schema '${name}' is not open to this operation`)
    return name
  }

  async table(session: Session, schema: string | undefined, table: string, use: Use = 'read'): Promise<ResolvedTable> {
    const schemaName = await this.schema(session, schema, use)
    const object = await this.#findObject(session, schemaName, table)
    const columns = await ask(session, this.#dialect.catalog.columns, { schema: schemaName, table: object.name })
    return { ...object, columns }
  }

  columns(table: ResolvedTable, names: readonly string[] | undefined): readonly ColumnMetadata[] {
    if (names === undefined) return table.columns
    const known = table.columns.map((column) => column.name)
    const wanted = names.map((name) => resolveName(name, known, 'COLUMN_NOT_FOUND', `In table '${table.name}', column`))
    const twice = wanted.find((name, index) => wanted.indexOf(name) !== index)
    if (twice !== undefined) throw new AdminError('INVALID_PARAMETER', `Column '${twice}' is listed twice`)
    return wanted.flatMap((name) => table.columns.filter((column) => column.name === name))
  }

  async allow(schema: string): Promise<void> {
    await this.#cloned.add(schema)
  }

  async isCloned(schema: string): Promise<boolean> {
    return this.#cloned.has(schema)
  }

  async forget(schema: string): Promise<void> {
    await this.#cloned.remove(schema)
  }

  async #isOpen(name: string, current: string, use: Use): Promise<boolean> {
    if (use === 'write' && this.#dialect.isSystemSchema(name)) return false
    return this.#allowed ? this.#allowed.includes(name) : name === current || this.#cloned.has(name)
  }

  async #findSchema(session: Session, sent: string): Promise<string> {
    const { catalog } = this.#dialect
    const known = await ask(session, catalog.schemaNames, { name: sent })
    const isKnown = known.some((name) => name.toLowerCase() === sent.toLowerCase())
    const all = isKnown
      ? []
      : await ask(session, catalog.schemas, { pattern: '%', includeSystem: false, limit: SUGGESTED, offset: 0 })
    return resolveName(
      sent,
      known,
      'SCHEMA_NOT_FOUND',
      'Schema',
      all.map((schema) => schema.name),
    )
  }

  async #findObject(session: Session, schema: string, sent: string): Promise<ObjectName> {
    const { catalog } = this.#dialect
    const found = await ask(session, catalog.objectNames, { schema, name: sent })
    const known = found.map((object) => object.name)
    const isKnown = known.some((name) => name.toLowerCase() === sent.toLowerCase())
    const all = isKnown ? [] : await ask(session, catalog.allObjectNames, { schema })
    const name = resolveName(sent, known, 'TABLE_NOT_FOUND', `In schema '${schema}', table`, all)
    const object = found.find((candidate) => candidate.name === name)
    if (!object) throw new AdminError('TABLE_NOT_FOUND', `In schema '${schema}', table '${sent}' does not exist`)
    return object
  }
}

/** Schemas that are looked through for near names. */
const SUGGESTED = 1_000

const ask = async <Input, Item>(session: Session, query: CatalogQuery<Input, Item>, input: Input): Promise<Item[]> =>
  (await session.query(query.statement(input))).map((row) => query.item(row))
