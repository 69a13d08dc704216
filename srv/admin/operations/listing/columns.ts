import * as t from '../../core/json-schema.ts'
import { technicalTables } from '../../core/technical-tables.ts'
import { IS_TECHNICAL, LISTING } from '../answer-types.ts'
import { PAGE_FIELDS, listPage, readPage } from '../list-page.ts'
import { type Operation, reading } from '../operation.ts'
import { findColumns } from './columns/find-columns.ts'

const input = t.object({
  schema: t.optional(t.string('Schema whose columns are listed; the current one by default')),
  ...PAGE_FIELDS,
})

const output = t.object({
  schema: t.string(),
  ...LISTING,
  columns: t.arrayOf({ ...t.strings('table', 'name', 'type'), ...IS_TECHNICAL }),
})

/**
 * Finds columns of tables by a part of their name, in the order of their names and tables.
 *
 * @returns `{ schema, pattern, count, total, truncated, columns }`. Columns of views are not listed.
 * @throws AdminError `SCHEMA_NOT_FOUND`, `SCHEMA_NOT_ALLOWED`, `LIMIT_TOO_LARGE`.
 * @see Ours: the contract has no such operation.
 */
export const columns: Operation<typeof input> = {
  summary: 'Finds columns of tables by their names',
  input,
  output,
  run: reading(async ({ session, names, config, dialect, model }, { schema: sent, ...page }) => {
    const asked = readPage(page, config)
    const schema = await names.schema(session, sent)
    const { items, total, truncated } = await listPage(session, findColumns(dialect), { schema, ...asked })
    const isTechnical = technicalTables(model)
    const columns = items.map((column) => ({ ...column, isTechnical: isTechnical(column.table) }))
    return { schema, pattern: page.pattern ?? '*', count: items.length, total, truncated, columns }
  }),
}
