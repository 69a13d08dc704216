import * as t from '../../core/json-schema.ts'
import { technicalTables } from '../../core/technical-tables.ts'
import { IS_TECHNICAL, LISTING } from '../answer-types.ts'
import { PAGE_FIELDS, listPage, readPage } from '../list-page.ts'
import { type Operation, reading } from '../operation.ts'
import type { Dialect, ListInput } from '../../dialects/dialect.ts'
import type { ValueKind } from '../../core/values.ts'
import type { CatalogQuery } from '../../dialects/rows.ts'

/** A column, and the table that has it. */
interface FoundColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly [key: string]: string
}

/** Asks the question about all columns of a schema for those of a name. */
const findColumns = ({ schemaStructure, placeholder, hides }: Dialect): CatalogQuery<ListInput, FoundColumn> => ({
  statement: ({ schema, pattern, limit, offset }) => {
    const { sql, parameters } = schemaStructure.queries.columns?.statement(schema) ?? { sql: '', parameters: [] }
    const at = (number: number, kind?: ValueKind): string => placeholder(parameters.length + number, kind)
    return {
      sql: `SELECT q."table", q."name", q."type", count(*) OVER () AS "total" FROM (${sql}) q
             WHERE lower(q."name") LIKE lower(${at(1, 'text')}) ESCAPE '\\'
             ORDER BY q."name", q."table" LIMIT ${at(2)} OFFSET ${at(3)}`,
      parameters: [...parameters, pattern, limit, offset],
    }
  },
  item: (row) => ({ table: String(row['table']), name: String(row['name']), type: String(row['type']) }),
  ...(hides && { isShown: ({ table }: FoundColumn) => !hides.isTable(table) }),
})

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
