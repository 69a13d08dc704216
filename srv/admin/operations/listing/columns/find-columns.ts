import type { Dialect, ListInput } from '../../../dialects/dialect.ts'
import type { ValueKind } from '../../../core/values.ts'
import type { CatalogQuery } from '../../../dialects/catalog-query.ts'

/** A column, and the table that has it. */
export interface FoundColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly [key: string]: string
}

/** Asks the question about all columns of a schema for those of a name. */
export const findColumns = ({
  schemaStructure,
  placeholder,
  hides,
}: Dialect): CatalogQuery<ListInput, FoundColumn> => ({
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
