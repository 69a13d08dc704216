/** HANA's catalog views: https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/system-views */
import { taking, number, text, textOrNull, fixed } from '../rows.ts'
import type { Catalog } from '../dialect.ts'
import { read } from '../metadata.ts'
import { columns, columnsOf, foreignKeys, keysFromElsewhere, SEPARATOR, uniqueKeys } from './columns.ts'

const IS_SYSTEM = `(s.SCHEMA_NAME LIKE '\\_SYS\\_%' ESCAPE '\\' OR s.SCHEMA_NAME IN ('SYS', 'SYSTEM', 'PUBLIC', 'UIS', 'PAL_CONTENT'))`
const TABLE_TYPE = `CASE WHEN t.IS_TEMPORARY = 'TRUE' THEN 'temporary' WHEN t.TABLE_TYPE = 'VIRTUAL' THEN 'virtual'
  WHEN p.TABLE_NAME IS NOT NULL THEN 'partitioned' ELSE 'table' END`
/** TABLES does not tell whether a table `t` is partitioned. */
const PARTITIONED = `LEFT JOIN SYS.PARTITIONED_TABLES AS p ON p.SCHEMA_NAME = t.SCHEMA_NAME AND p.TABLE_NAME = t.TABLE_NAME`
const VIEW_TYPE = `CASE WHEN v.VIEW_TYPE = 'CALC' THEN 'calculation' ELSE 'view' END`
/** Tables and views as one list. */
const OBJECTS = `SELECT t.SCHEMA_NAME AS SCHEMA_NAME, t.TABLE_NAME AS NAME, ${TABLE_TYPE} AS TYPE FROM SYS.TABLES AS t ${PARTITIONED}
  UNION ALL SELECT v.SCHEMA_NAME AS SCHEMA_NAME, v.VIEW_NAME AS NAME, ${VIEW_TYPE} AS TYPE FROM SYS.VIEWS AS v`

export const catalog: Catalog = {
  // M_DATABASE
  databaseInfo: {
    statement: fixed(`SELECT DATABASE_NAME AS "database", VERSION AS "version" FROM SYS.M_DATABASE`),
    item: (row) => ({
      ...read.databaseInfo(row),
      platform: Number(text(row, 'version').split('.')[0]) >= 4 ? 'SAP HANA Cloud' : 'SAP HANA',
    }),
  },
  databaseDetails: {
    statement: fixed(`SELECT CURRENT_SCHEMA AS "schema", CURRENT_USER AS "user", CURRENT_UTCTIMESTAMP AS "serverTime",
                   START_TIME AS "startedAt", DATABASE_NAME AS "tenant",
                   (SELECT COUNT(*) FROM SYS.SCHEMAS AS s WHERE s.SCHEMA_NAME = CURRENT_SCHEMA || '#DI') AS "deployments"
              FROM SYS.M_DATABASE`),
    item: (row) => ({
      ...read.databaseDetails(row),
      tenant: textOrNull(row, 'tenant'),
      // SAP HANA Deployment Infrastructure keeps what it knows of a container in a schema beside it.
      isContainer: number(row, 'deployments') > 0,
    }),
  },
  currentSchema: {
    statement: fixed(`SELECT CURRENT_SCHEMA AS "name" FROM SYS.DUMMY`),
    item: (row) => text(row, 'name'),
  },
  // SCHEMAS
  schemas: {
    statement: ({ pattern, includeSystem, limit, offset }) => ({
      sql: `SELECT s.SCHEMA_NAME AS "name", s.SCHEMA_OWNER AS "owner", s.HAS_PRIVILEGES AS "readable", COUNT(*) OVER () AS "total",
                   CASE WHEN s.SCHEMA_NAME = CURRENT_SCHEMA THEN 1 ELSE 0 END AS "isCurrent",
                   CASE WHEN ${IS_SYSTEM} THEN 1 ELSE 0 END AS "isSystem",
                   CASE WHEN s.SCHEMA_OWNER = CURRENT_USER THEN 1 ELSE 0 END AS "writable",
                   (SELECT COUNT(*) FROM SYS.TABLES AS t WHERE t.SCHEMA_NAME = s.SCHEMA_NAME) AS "tableCount",
                   (SELECT COUNT(*) FROM SYS.VIEWS AS v WHERE v.SCHEMA_NAME = s.SCHEMA_NAME) AS "viewCount"
              FROM SYS.SCHEMAS AS s
             WHERE UPPER(s.SCHEMA_NAME) LIKE UPPER(?) ESCAPE '\\'${includeSystem ? '' : ` AND NOT ${IS_SYSTEM}`}
             ORDER BY s.SCHEMA_NAME LIMIT ? OFFSET ?`,
      parameters: [pattern, limit, offset],
    }),
    item: read.schema,
  },
  // TABLES, and M_TABLES for rows and sizes, which count what is in memory and on disk now
  tables: {
    statement: taking('schema', 'pattern', 'limit', 'offset')`
      SELECT t.SCHEMA_NAME AS "schema", t.TABLE_NAME AS "name", ${TABLE_TYPE} AS "type", t.COMMENTS AS "comment",
             (SELECT COUNT(*) FROM SYS.TABLE_COLUMNS AS c WHERE c.TABLE_OID = t.TABLE_OID) AS "columnCount",
             m.RECORD_COUNT AS "rowCount", CASE WHEN m.RECORD_COUNT IS NULL THEN 0 ELSE 1 END AS "rowCountExact",
             m.TABLE_SIZE AS "sizeBytes", t.CREATE_TIME AS "createdAt", COUNT(*) OVER () AS "total"
        FROM SYS.TABLES AS t ${PARTITIONED}
        LEFT JOIN SYS.M_TABLES AS m ON m.SCHEMA_NAME = t.SCHEMA_NAME AND m.TABLE_NAME = t.TABLE_NAME
       WHERE t.SCHEMA_NAME = ? AND UPPER(t.TABLE_NAME) LIKE UPPER(?) ESCAPE '\\'
       ORDER BY t.TABLE_NAME LIMIT ? OFFSET ?`,
    item: read.table,
  },
  // TABLES, and CONSTRAINTS, which has one row per column
  keyedTables: {
    statement: taking('schema', 'pattern', 'limit', 'offset')`
      SELECT t.TABLE_NAME AS "name", ${TABLE_TYPE} AS "type", k.KEY_COLUMNS AS "keyColumns", COUNT(*) OVER () AS "total"
        FROM SYS.TABLES AS t ${PARTITIONED}
        LEFT JOIN (SELECT SCHEMA_NAME, TABLE_NAME, STRING_AGG(COLUMN_NAME, '${SEPARATOR}' ORDER BY POSITION) AS KEY_COLUMNS
                     FROM SYS.CONSTRAINTS WHERE IS_PRIMARY_KEY = 'TRUE' GROUP BY SCHEMA_NAME, TABLE_NAME) AS k
          ON k.SCHEMA_NAME = t.SCHEMA_NAME AND k.TABLE_NAME = t.TABLE_NAME
       WHERE t.SCHEMA_NAME = ? AND UPPER(t.TABLE_NAME) LIKE UPPER(?) ESCAPE '\\'
       ORDER BY t.TABLE_NAME LIMIT ? OFFSET ?`,
    item: (row) => ({ ...read.keyedTable(row), keyColumns: textOrNull(row, 'keyColumns')?.split(SEPARATOR) ?? [] }),
  },
  // VIEWS
  views: {
    statement: ({ schema, pattern, limit, offset, definition }) => ({
      sql: `SELECT v.SCHEMA_NAME AS "schema", v.VIEW_NAME AS "name", ${VIEW_TYPE} AS "type", v.COMMENTS AS "comment",
                   (SELECT COUNT(*) FROM SYS.VIEW_COLUMNS AS c WHERE c.VIEW_OID = v.VIEW_OID) AS "columnCount",
                   v.IS_VALID AS "valid", ${definition ? 'v.DEFINITION' : 'NULL'} AS "definition", COUNT(*) OVER () AS "total"
              FROM SYS.VIEWS AS v
             WHERE v.SCHEMA_NAME = ? AND UPPER(v.VIEW_NAME) LIKE UPPER(?) ESCAPE '\\'
             ORDER BY v.VIEW_NAME LIMIT ? OFFSET ?`,
      parameters: [schema, pattern, limit, offset],
    }),
    item: read.view,
  },
  schemaNames: {
    statement: taking('name')`SELECT SCHEMA_NAME AS "name" FROM SYS.SCHEMAS WHERE LOWER(SCHEMA_NAME) = LOWER(?)`,
    item: (row) => text(row, 'name'),
  },
  objectNames: {
    statement: taking('schema', 'name')`
      SELECT SCHEMA_NAME AS "schema", NAME AS "name", TYPE AS "type" FROM (${OBJECTS})
       WHERE SCHEMA_NAME = ? AND LOWER(NAME) = LOWER(?)`,
    item: read.objectName,
  },
  allObjects: {
    statement: taking('schema')`
      SELECT SCHEMA_NAME AS "schema", NAME AS "name", TYPE AS "type" FROM (${OBJECTS}) WHERE SCHEMA_NAME = ? ORDER BY NAME`,
    item: read.objectName,
  },
  columns,
  columnsOf,
  uniqueKeys,
  foreignKeys,
  keysFromElsewhere,
}
