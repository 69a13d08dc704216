import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { applyEdits, isSymbol, readSqlTokens } from '../../../core/sql-tokens.ts'
import { type Copies, COPY_MARK } from '../../structure.ts'
import { text, textOrNull } from '../../rows.ts'

const COMMENT = `/* ${COPY_MARK} */`

/** SQLite has no comments on tables, but keeps those that stand in their statements. */
export const markedTable = (sql: string): string => {
  if (sql.includes(COMMENT)) return sql
  const bracket = readSqlTokens(sql).find((token) => isSymbol(token, '('))
  return bracket ? applyEdits(sql, [{ start: bracket.end, end: bracket.end, text: COMMENT }]) : sql
}

export const copies: Copies = {
  tables: {
    statement: ({ schema }) => ({
      sql: `SELECT name FROM ${quote(schema)}.sqlite_schema WHERE type = 'table' AND instr(sql, ?1) > 0 ORDER BY name`,
      parameters: [COMMENT],
    }),
    item: (row) => text(row, 'name'),
  },
  schemas: null,
  // Views, triggers and keys stay within the file of their schema.
  dependents: {
    statement: ({ schema, table }) => ({
      sql: `SELECT type || ' ' || name AS name, sql AS text FROM ${quote(schema)}.sqlite_schema
             WHERE type IN ('view', 'trigger') AND tbl_name <> ?1 COLLATE NOCASE AND ?1 IS NOT NULL
             UNION ALL
            SELECT DISTINCT 'table ' || m.name, NULL
              FROM ${quote(schema)}.sqlite_schema AS m, pragma_foreign_key_list(m.name, ?2) AS f
             WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND m.name <> ?1 COLLATE NOCASE AND f."table" = ?1 COLLATE NOCASE
             ORDER BY 1`,
      parameters: [table, schema],
    }),
    item: (row) => ({ name: text(row, 'name'), text: textOrNull(row, 'text') }),
  },
  dropTable: (schema, table) => ({ sql: `DROP TABLE ${quote(schema)}.${quote(table)}`, parameters: [] }),
  dropSchema: () => null,
}
