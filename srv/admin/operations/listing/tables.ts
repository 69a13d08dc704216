import { Type } from '@sinclair/typebox'
import { LISTING, nullable, oneOf } from '../answer-types.ts'
import { PAGE_FIELDS, listPage, readPage } from '../list-page.ts'
import type { Operation } from '../operation.ts'

const input = Type.Object({
  schema: Type.String({ description: 'Schema whose tables are listed' }),
  ...PAGE_FIELDS,
})

const output = Type.Object({
  schema: Type.String(),
  ...LISTING,
  tables: Type.Array(
    Type.Object({
      schema: Type.String(),
      name: Type.String(),
      type: oneOf(['table', 'virtual', 'foreign', 'temporary', 'partitioned']),
      comment: nullable(Type.String()),
      columnCount: Type.Integer(),
      rowCount: nullable(
        Type.Integer({ description: "Counted where that is cheap, otherwise from the engine's statistics" }),
      ),
      rowCountExact: Type.Boolean(),
      rowCountReason: Type.Optional(Type.String({ description: 'Why the number is not known' })),
      sizeBytes: nullable(Type.Integer({ description: 'With indexes, and with its partitions' })),
      readable: nullable(Type.Boolean({ description: "The database lets the API's user read all of its columns" })),
      createdAt: nullable(Type.String()),
    }),
  ),
})

/**
 * Lists the tables of a schema in binary order of their names.
 *
 * @returns `{ schema, pattern, count, total, truncated, tables }`. `rowCount` is counted where that is cheap, otherwise
 *   from the engine's statistics, and null with the reason where there are none. `sizeBytes` includes indexes.
 * @throws AdminError `SCHEMA_NOT_FOUND`, `SCHEMA_NOT_ALLOWED`, `LIMIT_TOO_LARGE`.
 * @see Admin REST API, Endpoints, GET /tables. The response shape is ours.
 */
export const tables: Operation<typeof input> = {
  name: 'tables',
  summary: 'Lists the tables of a schema',
  input,
  output,
  run: (context, { schema: sent, ...page }) =>
    context.database.read(context, async (session) => {
      const asked = readPage(page, context.config)
      const schema = await context.names.schema(session, sent)
      const { items, total, truncated } = await listPage(session, context.dialect.catalog.tables, { schema, ...asked })
      const tables = items.map((table) => ({ ...table }))
      return { schema, pattern: page.pattern ?? '*', count: tables.length, total, truncated, tables }
    }),
}
