import { taking, flag, list, text, fixed } from '../rows.ts'
import type { Catalog } from '../dialect.ts'
import type { Row } from '../../database/session.ts'
import { type ObjectName, read } from '../metadata.ts'
import { columnNames, columns, columnsOf, foreignKeys, keysFromElsewhere, RELATION, uniqueKeys } from './columns.ts'
import { indexes } from './indexes.ts'
import { isViewLocked, LOCKED_REASON, UNMEASURABLE } from './locked.ts'
import { hiddenRows, policies, rowSecurity } from './row-security.ts'
import { tableLines } from './structure/statements.ts'
import { isoTimestamp } from './values.ts'

/**
 * A LIKE pattern as a regular expression of PostgreSQL that takes letters of either case. ILIKE folds what the collation
 * of the database folds, which in some is ASCII only.
 *
 * @see https://www.postgresql.org/docs/current/functions-matching.html#FUNCTIONS-POSIX-REGEXP
 */
export const nameRegex = (pattern: string): string =>
  `^(?:${pattern.replace(/\\(.)|[^]/gu, (char, escaped: string | undefined) => {
    if (escaped === undefined && char === '%') return '.*'
    if (escaped === undefined && char === '_') return '.'
    const letter = escaped ?? char
    const cases = [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])].filter(
      (each) => [...each].length === 1,
    )
    return cases.length > 1 ? `[${cases.join('')}]` : letter.replace(/[\\^$.|?*+(){}[\]]/, '\\$&')
  })})$`

/** https://www.postgresql.org/docs/current/catalog-pg-class.html, column relkind */
const TABLE_TYPE = `CASE WHEN c.relpersistence = 't' THEN 'temporary' WHEN c.relkind = 'p' THEN 'partitioned'
                         WHEN c.relkind = 'f' THEN 'foreign' ELSE 'table' END`
const VIEW_TYPE = `CASE c.relkind WHEN 'm' THEN 'materialized' ELSE 'view' END`
const IS_TABLE = `c.relkind IN ('r', 'p', 'f')`
const IS_VIEW = `c.relkind IN ('v', 'm')`
/** https://www.postgresql.org/docs/current/catalog-pg-attribute.html */
const COLUMN_COUNT = `(SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)`
/** The engine's own, and where server processes keep the state that they share. */
const IS_SYSTEM = `(n.nspname ~ '^pg_|(^|_)server_state$' OR n.nspname = 'information_schema')`
/** A name, or the same in other letters. Names have a collation of their own, which folds ASCII only. */
const isNamed = (name: string, sent: string): string =>
  `(${name} = ${sent}::text OR lower(${name}::text COLLATE "default") = lower(${sent}::text COLLATE "default"))`
/** reltuples is -1 until a table was analysed, for which a partition without a page waits long. */
const PARTITION_ROWS = `CASE WHEN l.reltuples >= 0 THEN l.reltuples
  WHEN l.relkind = 'r' AND l.oid NOT IN (SELECT oid FROM unmeasurable) AND pg_relation_size(l.oid) = 0 THEN 0 END`
/** A partitioned table and its parts; PostgreSQL's own function waits where one of them is locked. */
const PARTS = `(WITH RECURSIVE part AS (SELECT c.oid UNION ALL SELECT h.inhrelid FROM pg_inherits h JOIN part ON part.oid = h.inhparent)
  SELECT l.* FROM part JOIN pg_class l ON l.oid = part.oid) l`
/** Rows and pages of a partitioned table are those of its partitions; foreign ones have pages elsewhere. */
const ROWS = `CASE WHEN c.relkind <> 'p' THEN CASE WHEN c.reltuples >= 0 THEN c.reltuples::bigint END ELSE (
  SELECT CASE WHEN count(*) = count(${PARTITION_ROWS}) THEN coalesce(sum(${PARTITION_ROWS}), 0)::bigint END
    FROM ${PARTS} WHERE l.relkind <> 'p') END`
const bytesOf = (oid: string): string =>
  `CASE WHEN ${oid} NOT IN (SELECT oid FROM unmeasurable) THEN pg_total_relation_size(${oid}) END`
const BYTES = `CASE c.relkind WHEN 'r' THEN ${bytesOf('c.oid')}
  WHEN 'p' THEN (SELECT CASE WHEN count(*) = count(bytes) THEN sum(bytes) END FROM (SELECT ${bytesOf('l.oid')} AS bytes FROM ${PARTS}) b) END`
/** https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-ACCESS */
const IS_READABLE = `has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')`

const NOT_ANALYZED = 'ANALYZE, and autovacuum, have not seen the table'

const PARENT = `pg_inherits h JOIN pg_class p ON p.oid = h.inhparent AND h.inhrelid = c.oid
  JOIN pg_namespace pn ON pn.oid = p.relnamespace`
const PARENT_NAMES = `string_agg(format('%I.%I', pn.nspname, p.relname), ', ' ORDER BY h.inhseqno)`

const OBJECTS = `
      SELECT n.nspname AS schema, c.relname AS name,
             CASE WHEN ${IS_TABLE} THEN ${TABLE_TYPE} ELSE ${VIEW_TYPE} END AS type, c.relhassubclass AND c.relkind <> 'p' AS divided
        FROM ${RELATION} WHERE n.nspname = $1 AND (${IS_TABLE} OR ${IS_VIEW})`
const objectOf = (row: Row): ObjectName => ({
  ...read.objectName(row),
  ...(flag(row, 'divided') && { isDivided: true }),
})

export const catalog: Catalog = {
  // https://www.postgresql.org/docs/current/functions-info.html
  databaseInfo: {
    statement: fixed(
      `SELECT current_database() AS database, current_setting('server_version') AS version, 'PostgreSQL' AS platform`,
    ),
    item: read.databaseInfo,
  },
  databaseDetails: {
    statement:
      fixed(`SELECT current_schema() AS schema, current_user AS "user", ${isoTimestamp('now()')} AS "serverTime",
                   ${isoTimestamp('pg_postmaster_start_time()')} AS "startedAt",
                   pg_database_size(current_database()) AS "sizeBytes", current_setting('server_encoding') AS encoding`),
    item: read.databaseDetails,
  },
  currentSchema: {
    statement: fixed(`SELECT coalesce(current_schema(), 'public') AS name`),
    item: (row) => text(row, 'name'),
  },
  // https://www.postgresql.org/docs/current/catalog-pg-namespace.html
  schemas: {
    statement: ({ pattern, includeSystem, limit, offset }) => ({
      sql: `SELECT n.nspname AS name, pg_get_userbyid(n.nspowner) AS owner, n.nspname = current_schema() AS "isCurrent",
                   ${IS_SYSTEM} AS "isSystem", count(*) OVER () AS total,
                   (SELECT count(*) FROM pg_class c WHERE c.relnamespace = n.oid AND ${IS_TABLE}) AS "tableCount",
                   (SELECT count(*) FROM pg_class c WHERE c.relnamespace = n.oid AND ${IS_VIEW}) AS "viewCount",
                   has_schema_privilege(n.oid, 'USAGE') AS readable,
                   has_schema_privilege(n.oid, 'CREATE') AND NOT ${IS_SYSTEM} AS writable
              FROM pg_namespace n
             WHERE n.nspname::text ~ $1 AND ($2::boolean OR NOT ${IS_SYSTEM})
             ORDER BY n.nspname COLLATE "C" LIMIT $3::bigint OFFSET $4::bigint`,
      parameters: [nameRegex(pattern), includeSystem, limit, offset],
    }),
    item: read.schema,
  },
  // https://www.postgresql.org/docs/current/catalog-pg-class.html
  tables: {
    statement: ({ schema, pattern, limit, offset }) => ({
      sql: `WITH unmeasurable AS MATERIALIZED (${UNMEASURABLE})
            SELECT n.nspname AS schema, c.relname AS name, ${TABLE_TYPE} AS type, obj_description(c.oid, 'pg_class') AS comment,
                   ${COLUMN_COUNT} AS "columnCount", ${ROWS} AS "rowCount", ${BYTES} AS "sizeBytes", ${IS_READABLE} AS readable,
                   count(*) OVER () AS total
              FROM ${RELATION}
             WHERE n.nspname = $1 AND c.relname::text ~ $2 AND ${IS_TABLE}
             ORDER BY c.relname COLLATE "C" LIMIT $3::bigint OFFSET $4::bigint`,
      parameters: [schema, nameRegex(pattern), limit, offset],
    }),
    item: (row) => ({
      ...read.table(row),
      ...(row['rowCount'] === null && { rowCountReason: NOT_ANALYZED }),
      ...(row['sizeBytes'] === null && row['type'] !== 'foreign' && { sizeBytesReason: LOCKED_REASON }),
    }),
  },
  keyedTables: {
    statement: ({ schema, pattern, limit, offset }) => ({
      sql: `SELECT c.relname AS name, ${TABLE_TYPE} AS type, c.relispartition AS "isPartition", count(*) OVER () AS total,
                   coalesce(${columnNames('k.conrelid', 'k.conkey')}, '[]') AS "keyColumns"
              FROM ${RELATION} LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
             WHERE n.nspname = $1 AND c.relname::text ~ $2 AND ${IS_TABLE}
             ORDER BY c.relname COLLATE "C" LIMIT $3::bigint OFFSET $4::bigint`,
      parameters: [schema, nameRegex(pattern), limit, offset],
    }),
    item: (row) => ({ ...read.keyedTable(row), keyColumns: list(row, 'keyColumns') }),
  },
  // PostgreSQL keeps what a view depends on, so only a materialized one without content cannot be read.
  views: {
    statement: ({ schema, pattern, limit, offset, definition }) => ({
      sql: `SELECT n.nspname AS schema, c.relname AS name, ${VIEW_TYPE} AS type, obj_description(c.oid, 'pg_class') AS comment,
                   ${COLUMN_COUNT} AS "columnCount", c.relispopulated AS valid, ${IS_READABLE} AS readable,
                   CASE WHEN $5::boolean AND NOT ${isViewLocked('c.oid')} THEN pg_get_viewdef(c.oid) END AS definition, count(*) OVER () AS total
              FROM ${RELATION}
             WHERE n.nspname = $1 AND c.relname::text ~ $2 AND ${IS_VIEW}
             ORDER BY c.relname COLLATE "C" LIMIT $3::bigint OFFSET $4::bigint`,
      parameters: [schema, nameRegex(pattern), limit, offset, definition],
    }),
    item: (row) => ({ ...read.view(row), ...(row['definition'] === null && { definitionReason: LOCKED_REASON }) }),
  },
  schemaNames: {
    statement: taking('name')`SELECT nspname AS name FROM pg_namespace WHERE ${isNamed('nspname', '$1')}`,
    item: (row) => text(row, 'name'),
  },
  objectNames: {
    statement: taking('schema', 'name')`${OBJECTS} AND ${isNamed('c.relname', '$2')}`,
    item: objectOf,
  },
  allObjects: {
    statement: taking('schema')`${OBJECTS} ORDER BY c.relname COLLATE "C"`,
    item: objectOf,
  },
  columns,
  columnsOf,
  tableLines,
  // Parts are attached by a statement of their own, as pg_dump has it: their columns are those of the table.
  tableEnding: {
    statement: taking('schema', 'table')`
      SELECT concat(
               (SELECT format(' INHERITS (%s)', ${PARENT_NAMES}) FROM ${PARENT} WHERE NOT c.relispartition HAVING count(*) > 0),
               ' PARTITION BY ' || pg_get_partkeydef(c.oid),
               (SELECT format(E';\\nALTER TABLE ONLY %s ATTACH PARTITION %I.%I %s', ${PARENT_NAMES}, n.nspname, c.relname,
                              pg_get_expr(c.relpartbound, c.oid)) FROM ${PARENT} WHERE c.relispartition HAVING count(*) > 0)) AS ending
        FROM ${RELATION}
       WHERE n.nspname = $1 AND c.relname = $2`,
    item: (row) => text(row, 'ending'),
  },
  uniqueKeys,
  indexes,
  foreignKeys,
  keysFromElsewhere,
  hiddenRows,
  rowSecurity,
  policies,
}
