import * as t from '../../core/json-schema.ts'
import { LISTING } from '../answer-types.ts'
import { PAGE_FIELDS, listPage, readPage } from '../list-page.ts'
import { ask } from '../../dialects/rows.ts'
import { isView, type SchemaMetadata } from '../../dialects/metadata.ts'
import { type Operation, reading, type SessionContext } from '../operation.ts'

const input = t.object({
  ...PAGE_FIELDS,
  includeSystem: t.optional(t.boolean('Also schemas of the engine itself')),
})

const output = t.object({
  ...LISTING,
  schemas: t.arrayOf({
    name: t.string(),
    owner: t.nullable(t.string()),
    ...t.booleans('isCurrent', 'isSystem'),
    ...t.integers('tableCount', 'viewCount'),
    ...t.booleans('readable', 'writable'),
    isOpen: t.boolean('Operations may use it, as the setting dba.allowedSchemas says'),
    isDefault: t.boolean('It is meant when a request names no schema'),
  }),
})

/** The engine counts all that there is. */
const withoutHidden = async ({ dialect, session }: SessionContext, schema: SchemaMetadata): Promise<SchemaMetadata> => {
  const { hiddenObjects } = dialect.catalog
  if (!hiddenObjects || schema.isSystem) return schema
  const hidden = await ask(session, hiddenObjects, { schema: schema.name })
  const views = hidden.filter(isView).length
  return {
    ...schema,
    tableCount: schema.tableCount - hidden.length + views,
    viewCount: schema.viewCount - views,
  }
}

/**
 * Lists the schemas of the database in binary order of their names.
 *
 * @returns `{ pattern, count, total, truncated, schemas }`. `readable` and `writable` are what the database grants,
 *   `isOpen` whether operations of this API may use the schema. On SQLite a schema is the main or an attached database.
 * @throws AdminError `LIMIT_TOO_LARGE`.
 * @see Admin REST API, Endpoints, GET /schemas. The query and the response shape are ours.
 */
export const schemas: Operation<typeof input> = {
  summary: 'Lists the schemas of the database',
  input,
  output,
  run: reading(async (context, { includeSystem = false, ...page }) => {
    const { session, names, dialect } = context
    const asked = { ...readPage(page, context.config), includeSystem }
    const { items, total, truncated } = await listPage(session, dialect.catalog.schemas, asked)
    const openness = await names.openness(session)
    const schemas = await Promise.all(
      items.map(async (schema) => ({
        ...schema,
        ...(await withoutHidden(context, schema)),
        isOpen: await openness.isOpen(schema.name),
        isDefault: schema.name === openness.default,
      })),
    )
    return { pattern: page.pattern ?? '*', count: schemas.length, total, truncated, schemas }
  }),
}
