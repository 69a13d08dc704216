import * as t from '../../core/json-schema.ts'
import { technicalTables } from '../../core/technical-tables.ts'
import { IS_TECHNICAL, LISTING } from '../answer-types.ts'
import { PAGE_FIELDS, listPage, readPage } from '../list-page.ts'
import { type Operation, reading } from '../operation.ts'

const input = t.object({
  schema: t.optional(t.string('Schema whose views are listed; the current one by default')),
  ...PAGE_FIELDS,
  definition: t.optional(t.boolean('With the statement of each view; for operators')),
})

const output = t.object({
  schema: t.string(),
  ...LISTING,
  views: t.arrayOf({
    ...t.strings('schema', 'name'),
    type: t.oneOf(['view', 'materialized', 'calculation']),
    ...IS_TECHNICAL,
    comment: t.nullable(t.string()),
    columnCount: t.integer(),
    valid: t.nullable(t.boolean('False when it can no longer be read')),
    readable: t.nullable(t.boolean("The database lets the API's user read all of its columns")),
    definition: t.optional(t.nullable(t.string())),
    definitionReason: t.optional(t.string('Why the statement is not told')),
  }),
})

/**
 * Lists the views of a schema in binary order of their names.
 *
 * @returns `{ schema, pattern, count, total, truncated, views }`. `valid` is false for a view that can no longer be read.
 * @throws AdminError `SCHEMA_NOT_FOUND`, `SCHEMA_NOT_ALLOWED`, `LIMIT_TOO_LARGE`.
 * @see Admin REST API, Endpoints, GET /views. The response shape is ours.
 */
export const views: Operation<typeof input> = {
  summary: 'Lists the views of a schema',
  input,
  output,
  roleFor: ({ definition = false }) => (definition ? 'operator' : 'viewer'),
  run: reading(async (context, { schema: sent, definition: withDefinition = false, ...page }) => {
    const { session, names, config, dialect, model } = context
    const asked = { ...readPage(page, config), definition: withDefinition }
    const schema = await names.schema(session, sent)
    const { items, total, truncated } = await listPage(session, dialect.catalog.views, { schema, ...asked })
    const isTechnical = technicalTables(model)
    const views = items.map(({ definition, definitionReason, ...view }) => ({
      ...{ ...view, isTechnical: isTechnical(view.name) },
      ...(withDefinition && { definition, ...(definitionReason !== undefined && { definitionReason }) }),
    }))
    return { schema, pattern: page.pattern ?? '*', count: views.length, total, truncated, views }
  }),
}
