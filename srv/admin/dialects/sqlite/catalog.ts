import { fixed, taking, list, numberOrNull, text } from '../rows.ts'
import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Catalog } from '../dialect.ts'
import type { Row } from '../../database/session.ts'
import { read, type TableMetadata } from '../metadata.ts'
import { columns, columnsOf, foreignKeys, uniqueKeys } from './columns.ts'
import { readIndex, type IndexCatalog } from '../indexes.ts'

const indexes: IndexCatalog = {
  // https://www.sqlite.org/pragma.html#pragma_index_xinfo. The key of a table with row ids of its own has no index, but is one.
  ofSchema: {
    statement: taking('schema')`
      SELECT t.name AS "table", l.name, l."unique" AS is_unique, l.origin <> 'c' AS is_constraint, NULL AS scans, NULL AS table_scans,
             json_group_array(x.name ORDER BY x.seqno) AS columns,
             json_group_array(x.name || iif(x."desc", ' desc ', ' asc ') || x.coll ORDER BY x.seqno) AS "order"
        FROM temp.pragma_table_list AS t JOIN temp.pragma_index_list(t.name, ?1) AS l
        JOIN temp.pragma_index_xinfo(l.name, ?1) AS x
       WHERE t.schema = ?1 AND t.type = 'table' AND l.partial = 0 AND x.key = 1
       GROUP BY t.name, l.name HAVING min(x.cid) >= 0
       UNION ALL
      SELECT t.name, 'INTEGER PRIMARY KEY', 1, 1, NULL, NULL, json_array(c.name), json_array(c.name || ' asc BINARY')
        FROM temp.pragma_table_list AS t JOIN temp.pragma_table_xinfo(t.name, ?1) AS c
       WHERE t.schema = ?1 AND t.type = 'table' AND c.pk = 1 AND upper(c.type) = 'INTEGER'
         AND NOT EXISTS (SELECT 1 FROM temp.pragma_index_list(t.name, ?1) WHERE origin = 'pk')
         AND (SELECT max(pk) FROM temp.pragma_table_xinfo(t.name, ?1)) = 1
       ORDER BY 1, 2`,
    item: readIndex,
  },
  largeTables: {
    statement: taking('schema', 'rows')`
      SELECT name FROM temp.pragma_table_list WHERE schema = ?1 AND type = 'table' AND has_rows(name, schema, ?2)`,
    item: (row) => text(row, 'name'),
  },
  create: ({ schema, index, table, columns }) => `CREATE INDEX ${schema}.${index} ON ${table} (${columns})`,
  drop: ({ schema, index }) => `DROP INDEX ${schema}.${index}`,
}

/** https://www.sqlite.org/pragma.html#pragma_table_list; shadow tables belong to a virtual one. */
const IS_TABLE = `t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`
/** Measuring and counting reads every page of the file, which is worth it up to here: 256 MiB in pages of 4 KiB. */
const MEASURED_PAGES = 65_536
const IS_SMALL = `(SELECT page_count FROM temp.pragma_page_count(?1)) <= ${MEASURED_PAGES}`
const NOT_COUNTED = 'The file is too large to count, and ANALYZE has not been run'
const NOT_COUNTABLE = 'The rows of a virtual table are only counted by reading them'

const rowsOf = (row: Row): Pick<TableMetadata, 'rowCount' | 'rowCountExact' | 'rowCountReason'> => {
  const counted = numberOrNull(row, 'counted')
  const rowCount = counted ?? numberOrNull(row, 'estimated')
  const rowCountReason = row['type'] === 'virtual' ? NOT_COUNTABLE : NOT_COUNTED
  return { rowCount, rowCountExact: counted !== null, ...(rowCount === null && { rowCountReason }) }
}

export const catalog: Catalog = {
  // https://www.sqlite.org/lang_corefunc.html; `database_name` is the connection's.
  databaseInfo: {
    statement: fixed(`SELECT database_name() AS database, sqlite_version() AS version, 'SQLite' AS platform`),
    item: read.databaseInfo,
  },
  databaseDetails: {
    statement:
      fixed(`SELECT 'main' AS schema, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS serverTime, page_count * page_size AS sizeBytes, encoding
              FROM temp.pragma_page_count, temp.pragma_page_size, temp.pragma_encoding`),
    item: read.databaseDetails,
  },
  currentSchema: {
    statement: fixed(`SELECT 'main' AS name`),
    item: (row) => text(row, 'name'),
  },
  // https://www.sqlite.org/pragma.html#pragma_database_list
  schemas: {
    statement: taking('pattern', 'includeSystem', 'limit', 'offset')`
      SELECT name, name = 'main' AS isCurrent, name = 'temp' AS isSystem, TRUE AS readable, name <> 'temp' AS writable,
             count(*) OVER () AS total,
             (SELECT count(*) FROM temp.pragma_table_list AS t WHERE t.schema = d.name AND ${IS_TABLE}) AS tableCount,
             (SELECT count(*) FROM temp.pragma_table_list AS t WHERE t.schema = d.name AND t.type = 'view') AS viewCount
        FROM temp.pragma_database_list AS d
       WHERE unicode_lower(name) LIKE unicode_lower(?1) ESCAPE '\\' AND (?2 OR name <> 'temp')
       ORDER BY name LIMIT ?3 OFFSET ?4`,
    item: read.schema,
  },
  // https://www.sqlite.org/dbstat.html; a virtual table has hidden columns, and none before it is used
  tables: {
    statement: ({ schema, pattern, limit, offset }) => ({
      sql: `WITH size AS MATERIALIZED (
              SELECT s.tbl_name AS name, sum(d.pgsize) AS bytes
                FROM temp.dbstat AS d JOIN ${quoteIdentifier(schema)}.sqlite_schema AS s ON s.name = d.name
               WHERE d.schema = ?1 AND d.aggregate = TRUE
                 AND ${IS_SMALL}
               GROUP BY s.tbl_name)
            SELECT t.schema, t.name, t.type, size.bytes AS sizeBytes, TRUE AS readable, total,
                   iif(t.type = 'virtual', column_count(t.name, t.schema), t.ncol) AS columnCount,
                   iif(t.type = 'table' AND ${IS_SMALL}, row_count(t.name, t.schema), NULL) AS counted,
                   iif(t.type = 'table', estimated_rows(t.name, t.schema), NULL) AS estimated
              FROM (SELECT t.schema, t.name, t.type, t.ncol, count(*) OVER () AS total
                      FROM temp.pragma_table_list AS t
                     WHERE t.schema = ?1 AND unicode_lower(t.name) LIKE unicode_lower(?2) ESCAPE '\\' AND ${IS_TABLE}
                     ORDER BY t.name LIMIT ?3 OFFSET ?4) AS t
              LEFT JOIN size ON size.name = t.name ORDER BY t.name`,
      parameters: [schema, pattern, limit, offset],
    }),
    item: (row) => ({ ...read.table(row), ...rowsOf(row) }),
  },
  // Of a virtual table whose module is not here, no columns can be asked; they have no key as a rule.
  keyedTables: {
    statement: taking('schema', 'pattern', 'limit', 'offset')`
      SELECT t.name, t.type, total, iif(t.type = 'virtual', '[]',
             (SELECT json_group_array(c.name ORDER BY c.pk) FROM temp.pragma_table_xinfo(t.name, ?1) AS c WHERE c.pk > 0)) AS keyColumns
        FROM (SELECT t.name, t.type, count(*) OVER () AS total FROM temp.pragma_table_list AS t
               WHERE t.schema = ?1 AND unicode_lower(t.name) LIKE unicode_lower(?2) ESCAPE '\\' AND ${IS_TABLE}
               ORDER BY t.name LIMIT ?3 OFFSET ?4) AS t
       ORDER BY t.name`,
    item: (row) => ({ ...read.keyedTable(row), keyColumns: list(row, 'keyColumns') }),
  },
  views: {
    statement: ({ schema, pattern, limit, offset, definition }) => ({
      sql: `SELECT ?1 AS schema, name, 'view' AS type, column_count(name, ?1) AS columnCount, TRUE AS readable, definition, total
              FROM (SELECT name, iif(?5, sql, NULL) AS definition, count(*) OVER () AS total
                      FROM ${quoteIdentifier(schema)}.sqlite_schema
                     WHERE type = 'view' AND unicode_lower(name) LIKE unicode_lower(?2) ESCAPE '\\'
                     ORDER BY name LIMIT ?3 OFFSET ?4)
             ORDER BY name`,
      parameters: [schema, pattern, limit, offset, definition],
    }),
    item: (row) => ({ ...read.view(row), valid: row['columnCount'] !== null }),
  },
  schemaNames: {
    statement: taking('name')`SELECT name FROM temp.pragma_database_list WHERE unicode_lower(name) = unicode_lower(?1)`,
    item: (row) => text(row, 'name'),
  },
  objectNames: {
    statement: taking('schema', 'name')`
      SELECT schema, name, type FROM temp.pragma_table_list
       WHERE schema = ?1 AND type <> 'shadow' AND unicode_lower(name) = unicode_lower(?2)`,
    item: read.objectName,
  },
  allObjects: {
    statement: taking('schema')`
      SELECT schema, name, type FROM temp.pragma_table_list
       WHERE schema = ?1 AND type IN ('table', 'virtual', 'view') ORDER BY name`,
    item: read.objectName,
  },
  columns,
  columnsOf,
  // https://www.sqlite.org/schematab.html
  tableText: {
    statement: ({ schema, table }) => ({
      sql: `SELECT sql FROM ${quoteIdentifier(schema)}.sqlite_schema
             WHERE type = 'table' AND name = ?1 AND sql IS NOT NULL`,
      parameters: [table],
    }),
    item: (row) => text(row, 'sql'),
  },
  uniqueKeys,
  indexes,
  foreignKeys,
}
