import { Type } from '@sinclair/typebox'
import { LISTING, nullable } from '../answer-types.ts'
import { PAGE_FIELDS, listPage, readPage } from '../list-page.ts'
import type { Operation } from '../operation.ts'

const input = Type.Object({
  ...PAGE_FIELDS,
  includeSystem: Type.Optional(Type.Boolean({ description: 'Also schemas of the engine itself' })),
})

const output = Type.Object({
  ...LISTING,
  schemas: Type.Array(
    Type.Object({
      name: Type.String(),
      owner: nullable(Type.String()),
      isCurrent: Type.Boolean(),
      isSystem: Type.Boolean(),
      tableCount: Type.Integer(),
      viewCount: Type.Integer(),
      readable: Type.Boolean(),
      writable: Type.Boolean(),
      isOpen: Type.Boolean({ description: 'Operations may use it, as the setting dba.allowedSchemas says' }),
      isDefault: Type.Boolean({ description: 'It is meant when a request names no schema' }),
    }),
  ),
})

/**
 * Lists the schemas of the database in binary order of their names.
 *
 * @returns `{ pattern, count, total, truncated, schemas }`. `readable` and `writable` are what the database grants,
 *   `isOpen` whether operations of this API may use the schema. On SQLite a schema is the main or an attached database.
 * @throws AdminError `LIMIT_TOO_LARGE`.
 * @see Admin REST API, Endpoints, GET /schemas. The query and the response shape are ours.
 */
export const schemas: Operation<typeof input> = {
  name: 'schemas',
  summary: 'Lists the schemas of the database',
  input,
  output,
  run: (context, { includeSystem = false, ...page }) =>
    context.database.read(context, async (session) => {
      const asked = { ...readPage(page, context.config), includeSystem }
      const { items, total, truncated } = await listPage(session, context.dialect.catalog.schemas, asked)
      const openness = await context.names.openness(session)
      const schemas = await Promise.all(
        items.map(async (schema) => ({
          ...schema,
          isOpen: await openness.isOpen(schema.name),
          isDefault: schema.name === openness.default,
        })),
      )
      return { pattern: page.pattern ?? '*', count: schemas.length, total, truncated, schemas }
    }),
}
