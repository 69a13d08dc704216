import { Type } from '@sinclair/typebox'
import { LISTING, nullable, oneOf } from '../answer-types.ts'
import { PAGE_FIELDS, listPage, readPage } from '../list-page.ts'
import type { Operation } from '../operation.ts'

const input = Type.Object({
  schema: Type.Optional(Type.String({ description: 'Schema whose views are listed; the current one by default' })),
  ...PAGE_FIELDS,
  definition: Type.Optional(Type.Boolean({ description: 'With the statement of each view; for operators' })),
})

const output = Type.Object({
  schema: Type.String(),
  ...LISTING,
  views: Type.Array(
    Type.Object({
      schema: Type.String(),
      name: Type.String(),
      type: oneOf(['view', 'materialized', 'calculation']),
      comment: nullable(Type.String()),
      columnCount: Type.Integer(),
      valid: nullable(Type.Boolean({ description: 'False when it can no longer be read' })),
      readable: nullable(Type.Boolean({ description: "The database lets the API's user read all of its columns" })),
      definition: Type.Optional(nullable(Type.String())),
    }),
  ),
})

/**
 * Lists the views of a schema in binary order of their names.
 *
 * @returns `{ schema, pattern, count, total, truncated, views }`. `valid` is false for a view that can no longer be read.
 * @throws AdminError `SCHEMA_NOT_FOUND`, `SCHEMA_NOT_ALLOWED`, `LIMIT_TOO_LARGE`.
 * @see Admin REST API, Endpoints, GET /views. The response shape is ours.
 */
export const views: Operation<typeof input> = {
  name: 'views',
  summary: 'Lists the views of a schema',
  input,
  output,
  roleFor: ({ definition = false }) => (definition ? 'operator' : 'viewer'),
  run: (context, { schema: sent, definition: withDefinition = false, ...page }) =>
    context.database.read(context, async (session) => {
      const asked = { ...readPage(page, context.config), definition: withDefinition }
      const schema = await context.names.schema(session, sent)
      const { items, total, truncated } = await listPage(session, context.dialect.catalog.views, { schema, ...asked })
      const views = items.map(({ definition, ...view }) => (withDefinition ? { ...view, definition } : view))
      return { schema, pattern: page.pattern ?? '*', count: views.length, total, truncated, views }
    }),
}
