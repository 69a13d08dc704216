import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Catalog } from '../dialect.ts'
import type { TableType } from '../metadata.ts'
import { list, number, numberOrNull, text, textOrNull } from '../rows.ts'
import { readDeclaredType } from './values.ts'

/** https://www.sqlite.org/pragma.html#pragma_table_list; shadow tables belong to a virtual one. */
const IS_TABLE = `t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`
/** Measuring reads every page of the file, which is worth it up to here: 256 MiB in pages of 4 KiB. */
const MEASURED_PAGES = 65_536

export const catalog: Catalog = {
  // https://www.sqlite.org/lang_corefunc.html; `database_name` is the connection's.
  databaseInfo: {
    statement: () => ({ sql: `SELECT database_name() AS database, sqlite_version() AS version`, parameters: [] }),
    item: (row) => ({ database: text(row, 'database'), version: text(row, 'version'), platform: 'SQLite' }),
  },
  databaseDetails: {
    statement: () => ({
      sql: `SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS server_time, page_count * page_size AS size, encoding
              FROM pragma_page_count, pragma_page_size, pragma_encoding`,
      parameters: [],
    }),
    item: (row) => ({
      schema: 'main',
      user: null,
      serverTime: text(row, 'server_time'),
      startedAt: null,
      sizeBytes: number(row, 'size'),
      encoding: text(row, 'encoding'),
    }),
  },
  currentSchema: {
    statement: () => ({ sql: `SELECT 'main' AS name`, parameters: [] }),
    item: (row) => text(row, 'name'),
  },
  // https://www.sqlite.org/pragma.html#pragma_database_list
  schemas: {
    statement: ({ pattern, includeSystem, limit, offset }) => ({
      sql: `SELECT name, count(*) OVER () AS total,
                   (SELECT count(*) FROM pragma_table_list AS t WHERE t.schema = d.name AND ${IS_TABLE}) AS tables,
                   (SELECT count(*) FROM pragma_table_list AS t WHERE t.schema = d.name AND t.type = 'view') AS views
              FROM pragma_database_list AS d
             WHERE name LIKE ?1 ESCAPE '\\' AND (?2 OR name <> 'temp')
             ORDER BY name LIMIT ?3 OFFSET ?4`,
      parameters: [pattern, includeSystem, limit, offset],
    }),
    item: (row) => ({
      name: text(row, 'name'),
      owner: null,
      isCurrent: row['name'] === 'main',
      isSystem: row['name'] === 'temp',
      tableCount: number(row, 'tables'),
      viewCount: number(row, 'views'),
      readable: true,
      writable: row['name'] !== 'temp',
    }),
  },
  // https://www.sqlite.org/dbstat.html
  tables: {
    statement: ({ schema, pattern, limit, offset }) => ({
      sql: `WITH size AS MATERIALIZED (
              SELECT s.tbl_name AS name, sum(d.pgsize) AS bytes
                FROM dbstat AS d JOIN ${quoteIdentifier(schema)}.sqlite_schema AS s ON s.name = d.name
               WHERE d.schema = ?1 AND d.aggregate = TRUE
                 AND (SELECT page_count FROM pragma_page_count(?1)) <= ${String(MEASURED_PAGES)}
               GROUP BY s.tbl_name)
            SELECT t.schema, t.name, t.type, t.ncol, size.bytes, count(*) OVER () AS total
              FROM pragma_table_list AS t LEFT JOIN size ON size.name = t.name
             WHERE t.schema = ?1 AND t.name LIKE ?2 ESCAPE '\\' AND ${IS_TABLE}
             ORDER BY t.name LIMIT ?3 OFFSET ?4`,
      parameters: [schema, pattern, limit, offset],
    }),
    item: (row) => ({
      schema: text(row, 'schema'),
      name: text(row, 'name'),
      type: text(row, 'type') as TableType,
      comment: null,
      columnCount: number(row, 'ncol'),
      rowCount: null,
      rowCountExact: false,
      sizeBytes: numberOrNull(row, 'bytes'),
      createdAt: null,
    }),
  },
  views: {
    statement: ({ schema, pattern, limit, offset, definition }) => ({
      sql: `SELECT ?1 AS schema, name, sql, column_count(name, ?1) AS columns, total
              FROM (SELECT name, iif(?5, sql, NULL) AS sql, count(*) OVER () AS total
                      FROM ${quoteIdentifier(schema)}.sqlite_schema
                     WHERE type = 'view' AND name LIKE ?2 ESCAPE '\\'
                     ORDER BY name LIMIT ?3 OFFSET ?4)
             ORDER BY name`,
      parameters: [schema, pattern, limit, offset, definition],
    }),
    item: (row) => ({
      schema: text(row, 'schema'),
      name: text(row, 'name'),
      type: 'view',
      comment: null,
      columnCount: numberOrNull(row, 'columns') ?? 0,
      valid: row['columns'] !== null,
      definition: textOrNull(row, 'sql'),
    }),
  },
  schemaNames: {
    statement: ({ name }) => ({
      sql: 'SELECT name FROM pragma_database_list WHERE unicode_lower(name) = unicode_lower(?1)',
      parameters: [name],
    }),
    item: (row) => text(row, 'name'),
  },
  objectNames: {
    statement: ({ schema, name }) => ({
      sql: `SELECT schema, name, type FROM pragma_table_list
             WHERE schema = ?1 AND type <> 'shadow' AND unicode_lower(name) = unicode_lower(?2)`,
      parameters: [schema, name],
    }),
    item: (row) => ({
      schema: text(row, 'schema'),
      name: text(row, 'name'),
      type: text(row, 'type') as TableType | 'view',
    }),
  },
  allObjectNames: {
    statement: ({ schema }) => ({
      sql: `SELECT name FROM pragma_table_list WHERE schema = ?1 AND type IN ('table', 'virtual', 'view') ORDER BY name`,
      parameters: [schema],
    }),
    item: (row) => text(row, 'name'),
  },
  // https://www.sqlite.org/pragma.html#pragma_table_xinfo; https://www.sqlite.org/lang_createtable.html#rowid
  columns: {
    statement: ({ schema, table }) => ({
      sql: `SELECT c.name, c.cid, c.type, c."notnull", c.dflt_value, c.pk, c.hidden,
                   c.pk = 1 AND upper(c.type) = 'INTEGER' AND NOT t.wr AND t.type = 'table'
                     AND (SELECT max(pk) FROM pragma_table_xinfo(?2, ?1)) = 1 AS is_rowid
              FROM pragma_table_xinfo(?2, ?1) AS c JOIN pragma_table_list AS t ON t.schema = ?1 AND t.name = ?2
             WHERE c.hidden <> 1 ORDER BY c.cid`,
      parameters: [schema, table],
    }),
    item: (row) => ({
      name: text(row, 'name'),
      position: number(row, 'cid') + 1,
      type: text(row, 'type'),
      ...readDeclaredType(text(row, 'type')),
      nullable: row['notnull'] === 0 && row['is_rowid'] === 0,
      defaultValue: textOrNull(row, 'dflt_value'),
      isGenerated: number(row, 'hidden') > 1,
      identity: row['is_rowid'] === 1 ? 'by default' : null,
      keyPosition: row['pk'] === 0 ? null : number(row, 'pk'),
      comment: null,
    }),
  },
  // https://www.sqlite.org/pragma.html#pragma_foreign_key_list. It tells no names: they are made as PostgreSQL does.
  foreignKeys: {
    statement: ({ schema, table }) => ({
      sql: `SELECT t.schema, t.name AS "table", f.on_update, f.on_delete,
                   coalesce((SELECT p.name FROM pragma_table_list AS p WHERE p.schema = ?1
                               AND unicode_lower(p.name) = unicode_lower(f."table")), f."table") AS parent,
                   json_group_array(f."from" ORDER BY f.seq) AS columns,
                   json_group_array(coalesce(f."to", (SELECT name FROM pragma_table_xinfo(f."table", ?1) WHERE pk = f.seq + 1))
                                    ORDER BY f.seq) AS parent_columns
              FROM pragma_table_list AS t, pragma_foreign_key_list(t.name, ?1) AS f
             WHERE t.schema = ?1 AND t.type = 'table' AND (?2 IS NULL OR t.name = ?2)
             GROUP BY t.name, f.id ORDER BY t.name, f.id`,
      parameters: [schema, table],
    }),
    item: (row) => ({
      name: [text(row, 'table'), ...list(row, 'columns'), 'fkey'].join('_'),
      schema: text(row, 'schema'),
      table: text(row, 'table'),
      columns: list(row, 'columns'),
      referencedSchema: text(row, 'schema'),
      referencedTable: text(row, 'parent'),
      referencedColumns: list(row, 'parent_columns'),
      match: 'simple',
      onUpdate: text(row, 'on_update'),
      onDelete: text(row, 'on_delete'),
      isEnforced: true,
    }),
  },
}
