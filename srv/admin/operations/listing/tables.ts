import * as t from '../../core/json-schema.ts'
import { technicalTables } from '../../core/technical-tables.ts'
import { IS_TECHNICAL, LISTING } from '../answer-types.ts'
import { PAGE_FIELDS, listPage, readPage } from '../list-page.ts'
import { type Operation, reading } from '../operation.ts'

const input = t.object({ schema: t.string('Schema whose tables are listed'), ...PAGE_FIELDS })

const output = t.object({
  schema: t.string(),
  ...LISTING,
  tables: t.arrayOf({
    ...t.strings('schema', 'name'),
    type: t.oneOf(['table', 'virtual', 'foreign', 'temporary', 'partitioned']),
    ...IS_TECHNICAL,
    comment: t.nullable(t.string()),
    columnCount: t.integer(),
    rowCount: t.nullable(t.integer("Counted where that is cheap, otherwise from the engine's statistics")),
    rowCountExact: t.boolean(),
    rowCountReason: t.optional(t.string('Why the number is not known')),
    sizeBytes: t.nullable(t.integer('With indexes, and with its partitions')),
    sizeBytesReason: t.optional(t.string('Why the size is not known')),
    readable: t.nullable(t.boolean("The database lets the API's user read all of its columns")),
    createdAt: t.nullable(t.string()),
  }),
})

/**
 * Lists the tables of a schema in binary order of their names.
 *
 * @returns `{ schema, pattern, count, total, truncated, tables }`. `rowCount` is counted where that is cheap, otherwise
 *   from the engine's statistics, and null with the reason where there are none. `sizeBytes` includes indexes; it is null with
 *   the reason for a table that another session has locked.
 * @throws AdminError `SCHEMA_NOT_FOUND`, `SCHEMA_NOT_ALLOWED`, `LIMIT_TOO_LARGE`.
 * @see Admin REST API, Endpoints, GET /tables. The response shape is ours.
 */
export const tables: Operation<typeof input> = {
  summary: 'Lists the tables of a schema',
  input,
  output,
  run: reading(async ({ session, names, config, dialect, model }, { schema: sent, ...page }) => {
    const asked = readPage(page, config)
    const schema = await names.schema(session, sent)
    const { items, total, truncated } = await listPage(session, dialect.catalog.tables, { schema, ...asked })
    const isTechnical = technicalTables(model)
    const tables = items.map((table) => ({ ...table, isTechnical: isTechnical(table.name) }))
    return { schema, pattern: page.pattern ?? '*', count: tables.length, total, truncated, tables }
  }),
}
