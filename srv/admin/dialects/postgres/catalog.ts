/** Longer than 200 lines: a list of questions to the catalog, each a statement and how it reads. */
import type { Catalog } from '../dialect.ts'
import type { ForeignKeyMetadata, TableType, ViewType } from '../metadata.ts'
import { flag, list, number, numberOrNull, text, textOrNull } from '../rows.ts'
import { isoTimestamp, kindOf } from './values.ts'

/** https://www.postgresql.org/docs/current/catalog-pg-class.html, column relkind */
const TABLE_TYPE = `CASE WHEN c.relpersistence = 't' THEN 'temporary' WHEN c.relkind = 'p' THEN 'partitioned'
                         WHEN c.relkind = 'f' THEN 'foreign' ELSE 'table' END`
const VIEW_TYPE = `CASE c.relkind WHEN 'm' THEN 'materialized' ELSE 'view' END`
const IS_TABLE = `c.relkind IN ('r', 'p', 'f')`
const IS_VIEW = `c.relkind IN ('v', 'm')`
/** https://www.postgresql.org/docs/current/catalog-pg-attribute.html */
const COLUMN_COUNT = `(SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)`
const IS_SYSTEM = `(n.nspname ~ '^pg_' OR n.nspname = 'information_schema')`
const RELATION = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace`

export const catalog: Catalog = {
  // https://www.postgresql.org/docs/current/functions-info.html
  databaseInfo: {
    statement: () => ({
      sql: `SELECT current_database() AS database, current_setting('server_version') AS version`,
      parameters: [],
    }),
    item: (row) => ({ database: text(row, 'database'), version: text(row, 'version'), platform: 'PostgreSQL' }),
  },
  databaseDetails: {
    statement: () => ({
      sql: `SELECT current_schema() AS schema, current_user AS "user", ${isoTimestamp('now()')} AS server_time,
                   ${isoTimestamp('pg_postmaster_start_time()')} AS started_at,
                   pg_database_size(current_database()) AS size, current_setting('server_encoding') AS encoding`,
      parameters: [],
    }),
    item: (row) => ({
      schema: textOrNull(row, 'schema'),
      user: text(row, 'user'),
      serverTime: text(row, 'server_time'),
      startedAt: text(row, 'started_at'),
      sizeBytes: number(row, 'size'),
      encoding: text(row, 'encoding'),
    }),
  },
  currentSchema: {
    statement: () => ({ sql: `SELECT coalesce(current_schema(), 'public') AS name`, parameters: [] }),
    item: (row) => text(row, 'name'),
  },
  // https://www.postgresql.org/docs/current/catalog-pg-namespace.html
  schemas: {
    statement: ({ pattern, includeSystem, limit, offset }) => ({
      sql: `SELECT n.nspname AS name, pg_get_userbyid(n.nspowner) AS owner, n.nspname = current_schema() AS is_current,
                   ${IS_SYSTEM} AS is_system, count(*) OVER () AS total,
                   (SELECT count(*) FROM pg_class c WHERE c.relnamespace = n.oid AND ${IS_TABLE}) AS tables,
                   (SELECT count(*) FROM pg_class c WHERE c.relnamespace = n.oid AND ${IS_VIEW}) AS views,
                   has_schema_privilege(n.oid, 'USAGE') AS readable, has_schema_privilege(n.oid, 'CREATE') AS writable
              FROM pg_namespace n
             WHERE n.nspname ILIKE $1 AND ($2::boolean OR NOT ${IS_SYSTEM})
             ORDER BY n.nspname COLLATE "C" LIMIT $3::bigint OFFSET $4::bigint`,
      parameters: [pattern, includeSystem, limit, offset],
    }),
    item: (row) => ({
      name: text(row, 'name'),
      owner: text(row, 'owner'),
      isCurrent: flag(row, 'is_current'),
      isSystem: flag(row, 'is_system'),
      tableCount: number(row, 'tables'),
      viewCount: number(row, 'views'),
      readable: flag(row, 'readable'),
      writable: flag(row, 'writable'),
    }),
  },
  // https://www.postgresql.org/docs/current/catalog-pg-class.html; reltuples is -1 until the table was analysed.
  tables: {
    statement: ({ schema, pattern, limit, offset }) => ({
      sql: `SELECT n.nspname AS schema, c.relname AS name, ${TABLE_TYPE} AS type, obj_description(c.oid, 'pg_class') AS comment,
                   ${COLUMN_COUNT} AS columns, CASE WHEN c.reltuples >= 0 THEN c.reltuples::bigint END AS rows,
                   CASE WHEN c.relkind = 'r' THEN pg_total_relation_size(c.oid) END AS bytes, count(*) OVER () AS total
              FROM ${RELATION}
             WHERE n.nspname = $1 AND c.relname ILIKE $2 AND ${IS_TABLE}
             ORDER BY c.relname COLLATE "C" LIMIT $3::bigint OFFSET $4::bigint`,
      parameters: [schema, pattern, limit, offset],
    }),
    item: (row) => ({
      schema: text(row, 'schema'),
      name: text(row, 'name'),
      type: text(row, 'type') as TableType,
      comment: textOrNull(row, 'comment'),
      columnCount: number(row, 'columns'),
      rowCount: numberOrNull(row, 'rows'),
      rowCountExact: false,
      sizeBytes: numberOrNull(row, 'bytes'),
      createdAt: null,
    }),
  },
  // PostgreSQL keeps what a view depends on, so only a materialized one without content cannot be read.
  views: {
    statement: ({ schema, pattern, limit, offset, definition }) => ({
      sql: `SELECT n.nspname AS schema, c.relname AS name, ${VIEW_TYPE} AS type, obj_description(c.oid, 'pg_class') AS comment,
                   ${COLUMN_COUNT} AS columns, c.relispopulated AS valid,
                   CASE WHEN $5::boolean THEN pg_get_viewdef(c.oid) END AS definition, count(*) OVER () AS total
              FROM ${RELATION}
             WHERE n.nspname = $1 AND c.relname ILIKE $2 AND ${IS_VIEW}
             ORDER BY c.relname COLLATE "C" LIMIT $3::bigint OFFSET $4::bigint`,
      parameters: [schema, pattern, limit, offset, definition],
    }),
    item: (row) => ({
      schema: text(row, 'schema'),
      name: text(row, 'name'),
      type: text(row, 'type') as ViewType,
      comment: textOrNull(row, 'comment'),
      columnCount: number(row, 'columns'),
      valid: flag(row, 'valid'),
      definition: textOrNull(row, 'definition'),
    }),
  },
  schemaNames: {
    statement: ({ name }) => ({
      sql: `SELECT nspname AS name FROM pg_namespace WHERE lower(nspname::text) = lower($1::text)`,
      parameters: [name],
    }),
    item: (row) => text(row, 'name'),
  },
  objectNames: {
    statement: ({ schema, name }) => ({
      sql: `SELECT n.nspname AS schema, c.relname AS name,
                   CASE WHEN ${IS_TABLE} THEN ${TABLE_TYPE} ELSE ${VIEW_TYPE} END AS type
              FROM ${RELATION}
             WHERE n.nspname = $1 AND lower(c.relname::text) = lower($2::text) AND (${IS_TABLE} OR ${IS_VIEW})`,
      parameters: [schema, name],
    }),
    item: (row) => ({
      schema: text(row, 'schema'),
      name: text(row, 'name'),
      type: text(row, 'type') as TableType | ViewType,
    }),
  },
  allObjectNames: {
    statement: ({ schema }) => ({
      sql: `SELECT c.relname AS name FROM ${RELATION}
             WHERE n.nspname = $1 AND (${IS_TABLE} OR ${IS_VIEW}) ORDER BY c.relname COLLATE "C"`,
      parameters: [schema],
    }),
    item: (row) => text(row, 'name'),
  },
  // https://www.postgresql.org/docs/current/catalog-pg-attribute.html; the type modifier holds length, or precision and scale.
  columns: {
    statement: ({ schema, table }) => ({
      sql: `SELECT a.attname AS name, row_number() OVER (ORDER BY a.attnum) AS position,
                   format_type(a.atttypid, a.atttypmod) AS type, b.typname AS base, m.modifier, a.attnotnull AS required,
                   pg_get_expr(d.adbin, d.adrelid) AS default_value, a.attgenerated <> '' AS generated, a.attidentity AS identity,
                   nullif(least(array_position(i.indkey::int2[], a.attnum), i.indnkeyatts), i.indnkeyatts) AS key_position, col_description(c.oid, a.attnum) AS comment
              FROM ${RELATION}
              JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
              JOIN pg_type t ON t.oid = a.atttypid
              JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
             CROSS JOIN LATERAL (SELECT CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END AS modifier) m
              LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
              LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
             WHERE n.nspname = $1 AND c.relname = $2
             ORDER BY a.attnum`,
      parameters: [schema, table],
    }),
    item: (row) => {
      const kind = kindOf(text(row, 'base'))
      const modifier = number(row, 'modifier') - 4
      const isDecimal = kind === 'decimal' && modifier >= 0
      const keyPosition = numberOrNull(row, 'key_position')
      return {
        name: text(row, 'name'),
        position: number(row, 'position'),
        type: text(row, 'type'),
        kind,
        length: kind === 'text' && modifier >= 0 ? modifier : null,
        precision: isDecimal ? modifier >> 16 : null,
        scale: isDecimal ? ((modifier & 0x7ff) ^ 0x400) - 0x400 : null, // eleven bits with sign
        nullable: !flag(row, 'required'),
        defaultValue: flag(row, 'generated') ? null : textOrNull(row, 'default_value'),
        isGenerated: flag(row, 'generated'),
        identity: IDENTITIES[text(row, 'identity')] ?? null,
        keyPosition: keyPosition === null ? null : keyPosition + 1, // an int2vector counts from 0
        comment: textOrNull(row, 'comment'),
      }
    },
  },
  // https://www.postgresql.org/docs/current/catalog-pg-constraint.html
  foreignKeys: {
    statement: ({ schema, table }) => ({
      sql: `SELECT k.conname AS name, n.nspname AS schema, c.relname AS "table", pn.nspname AS parent_schema, p.relname AS parent,
                   ${columnNames('k.conrelid', 'k.conkey')} AS columns, ${columnNames('k.confrelid', 'k.confkey')} AS parent_columns,
                   k.confmatchtype AS match, k.confupdtype AS on_update, k.confdeltype AS on_delete
              FROM pg_constraint k JOIN ${RELATION} ON c.oid = k.conrelid
              JOIN pg_class p ON p.oid = k.confrelid JOIN pg_namespace pn ON pn.oid = p.relnamespace
             WHERE k.contype = 'f' AND n.nspname = $1 AND ($2::text IS NULL OR c.relname = $2::text)
             ORDER BY c.relname COLLATE "C", k.conname COLLATE "C"`,
      parameters: [schema, table],
    }),
    item: (row) => ({
      name: text(row, 'name'),
      schema: text(row, 'schema'),
      table: text(row, 'table'),
      columns: list(row, 'columns'),
      referencedSchema: text(row, 'parent_schema'),
      referencedTable: text(row, 'parent'),
      referencedColumns: list(row, 'parent_columns'),
      match: MATCHES[text(row, 'match')] ?? 'simple',
      onUpdate: ACTIONS[text(row, 'on_update')] ?? 'NO ACTION',
      onDelete: ACTIONS[text(row, 'on_delete')] ?? 'NO ACTION',
      isEnforced: true,
    }),
  },
}

const IDENTITIES: Record<string, 'always' | 'by default'> = { a: 'always', d: 'by default' }
const MATCHES: Record<string, ForeignKeyMetadata['match']> = { f: 'full', p: 'partial', s: 'simple' }
const ACTIONS: Record<string, string> = { a: 'NO ACTION', r: 'RESTRICT', c: 'CASCADE', n: 'SET NULL', d: 'SET DEFAULT' }

const columnNames = (relation: string, numbers: string): string =>
  `(SELECT json_agg(a.attname ORDER BY u.position) FROM unnest(${numbers}) WITH ORDINALITY AS u(number, position)
      JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = u.number)`
