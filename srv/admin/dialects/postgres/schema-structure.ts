import { RELATION } from './columns.ts'
import { ofSchema, read, type SchemaReader } from '../schema-structure.ts'
import { IS_OWN_ROUTINE } from './structure/questions.ts'
import { GRANTS, POLICIES, TYPES } from './structure/schema-questions.ts'

/** A default, or what a column is computed from. */
const EXPRESSION = `pg_get_expr(d.adbin, d.adrelid, true)`
const IS_TABLE = `n.nspname = $1 AND c.relkind IN ('r', 'p', 'f')`
/** https://www.postgresql.org/docs/current/catalog-pg-class.html */
const TABLE_TYPE = `CASE c.relkind WHEN 'p' THEN 'partitioned by ' || pg_get_partkeydef(c.oid) WHEN 'f' THEN 'foreign' ELSE 'table' END
  || CASE c.relpersistence WHEN 'u' THEN ', unlogged' ELSE '' END
  || coalesce((SELECT ', of ' || string_agg(h.inhparent::regclass::text, ', ' ORDER BY h.inhseqno) FROM pg_inherits h WHERE h.inhrelid = c.oid), '')
  || coalesce(' ' || pg_get_expr(c.relpartbound, c.oid), '')`
/** Who may see what through a view, and what may be written, is not in its query. */
const VIEW_OPTIONS = `(SELECT 'with (' || string_agg(regexp_replace(o, '=(on|yes|1)$', '=true'), ', ' ORDER BY o) || ') ' FROM unnest(c.reloptions) o)`
/** https://www.postgresql.org/docs/current/catalog-pg-constraint.html; not null is told of columns */
const CONSTRAINT_KIND = `CASE k.contype WHEN 'p' THEN 'primaryKey' WHEN 'u' THEN 'unique' WHEN 'f' THEN 'foreignKey'
  WHEN 'x' THEN 'exclusion' ELSE 'check' END`

/** https://www.postgresql.org/docs/current/functions-info.html: the pretty form names only schemas that are not searched. */
export const schemaStructure: SchemaReader = {
  trial: 'write',
  enter: (schema, other) => ({
    sql: `SELECT set_config('search_path', quote_ident($1) || ', ' || quote_ident($2), true) AS search_path`,
    parameters: [schema, other],
  }),
  queries: {
    tables: ofSchema(
      `SELECT c.relname AS name, ${TABLE_TYPE} AS type, obj_description(c.oid, 'pg_class') AS comment
         FROM ${RELATION} WHERE ${IS_TABLE} ORDER BY c.relname COLLATE "C"`,
      read.table,
    ),
    // https://www.postgresql.org/docs/current/catalog-pg-attribute.html
    columns: ofSchema(
      `SELECT c.relname AS "table", a.attname AS name, a.attnum AS position, format_type(a.atttypid, a.atttypmod) AS type,
              NOT a.attnotnull AS nullable, CASE WHEN a.attgenerated = '' THEN ${EXPRESSION} END AS "defaultValue",
              ${EXPRESSION} || CASE a.attgenerated WHEN 's' THEN ' stored' WHEN 'v' THEN ' virtual' END AS generated,
              CASE a.attidentity WHEN 'a' THEN 'always' WHEN 'd' THEN 'by default' END AS identity,
              CASE WHEN a.attcollation <> t.typcollation THEN l.collname END AS collation, col_description(c.oid, a.attnum) AS comment
         FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
         JOIN pg_type t ON t.oid = a.atttypid
         LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum LEFT JOIN pg_collation l ON l.oid = a.attcollation
        WHERE ${IS_TABLE} ORDER BY c.relname COLLATE "C", a.attnum`,
      read.column,
    ),
    constraints: ofSchema(
      `SELECT c.relname AS "table", k.conname AS name, ${CONSTRAINT_KIND} AS kind, pg_get_constraintdef(k.oid, true) AS definition
         FROM pg_constraint k JOIN ${RELATION} ON c.oid = k.conrelid
        WHERE ${IS_TABLE} AND k.contype IN ('p', 'u', 'f', 'c', 'x') ORDER BY c.relname COLLATE "C", k.conname COLLATE "C"`,
      read.constraint,
    ),
    // https://www.postgresql.org/docs/current/catalog-pg-index.html; the columns stand behind the access method
    indexes: ofSchema(
      `SELECT c.relname AS "table", x.relname AS name, CASE WHEN i.indisunique THEN 'unique ' ELSE '' END
              || substr(g.def, strpos(g.def, ' USING ' || m.amname || ' (') + 7) || CASE WHEN i.indisvalid THEN '' ELSE ' (invalid)' END AS definition
         FROM pg_index i JOIN ${RELATION} ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
        CROSS JOIN LATERAL (SELECT pg_get_indexdef(i.indexrelid, 0, true) AS def) g
        WHERE n.nspname = $1 AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
        ORDER BY c.relname COLLATE "C", x.relname COLLATE "C"`,
      read.tableObject,
    ),
    // https://www.postgresql.org/docs/current/catalog-pg-trigger.html
    triggers: ofSchema(
      `SELECT c.relname AS "table", t.tgname AS name,
              pg_get_triggerdef(t.oid, true) || CASE t.tgenabled WHEN 'O' THEN '' ELSE ' (' || t.tgenabled::text || ')' END AS definition
         FROM pg_trigger t JOIN ${RELATION} ON c.oid = t.tgrelid
        WHERE n.nspname = $1 AND NOT t.tgisinternal ORDER BY c.relname COLLATE "C", t.tgname COLLATE "C"`,
      read.tableObject,
    ),
    views: ofSchema(
      `SELECT c.relname AS name, CASE c.relkind WHEN 'm' THEN 'materialized ' ELSE coalesce(${VIEW_OPTIONS}, '') END || pg_get_viewdef(c.oid, true) AS definition
         FROM ${RELATION} WHERE n.nspname = $1 AND c.relkind IN ('v', 'm') ORDER BY c.relname COLLATE "C"`,
      read.schemaObject,
    ),
    // https://www.postgresql.org/docs/current/catalog-pg-sequence.html; those of identity columns belong to the column
    sequences: ofSchema(
      `SELECT c.relname AS name, format('%s start %s increment %s min %s max %s cache %s%s', format_type(s.seqtypid, NULL), s.seqstart,
              s.seqincrement, s.seqmin, s.seqmax, s.seqcache, CASE WHEN s.seqcycle THEN ' cycle' ELSE '' END) AS definition
         FROM pg_sequence s JOIN ${RELATION} ON c.oid = s.seqrelid
        WHERE n.nspname = $1 AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'i')
        ORDER BY c.relname COLLATE "C"`,
      read.schemaObject,
    ),
    types: ofSchema(
      `SELECT name, kind || ' ' || coalesce(definition, 'with a function of its own') AS definition FROM (${TYPES}) t`,
      read.schemaObject,
    ),
    // https://www.postgresql.org/docs/current/catalog-pg-proc.html; the name stands with its schema, whatever is searched
    routines: ofSchema(
      `SELECT format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) AS name,
              replace(pg_get_functiondef(p.oid), format('%I.%I(', n.nspname, p.proname), format('%I(', p.proname)) AS definition
         FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = $1 AND p.prokind IN ('f', 'p', 'w') AND ${IS_OWN_ROUTINE} ORDER BY p.proname COLLATE "C", p.oid`,
      read.schemaObject,
    ),
    // Whether policies are in force belongs to the table.
    policies: ofSchema(
      `SELECT "table", name, definition FROM (${POLICIES}) p UNION ALL
       SELECT c.relname, 'row level security', concat_ws(', ', CASE WHEN c.relrowsecurity THEN 'enabled' END, CASE WHEN c.relforcerowsecurity THEN 'forced' END)
         FROM ${RELATION} WHERE ${IS_TABLE} AND (c.relrowsecurity OR c.relforcerowsecurity)`,
      read.tableObject,
    ),
    statistics: ofSchema(
      `SELECT c.relname AS "table", s.stxname AS name, substr(d.def, strpos(d.def, s.stxname) + length(s.stxname)) || coalesce(' statistics ' || nullif(s.stxstattarget, -1), '') AS definition
         FROM pg_statistic_ext s JOIN ${RELATION} ON c.oid = s.stxrelid CROSS JOIN LATERAL (SELECT pg_get_statisticsobjdef(s.oid) AS def) d
        WHERE n.nspname = $1 AND s.stxnamespace = n.oid ORDER BY c.relname COLLATE "C", s.stxname COLLATE "C"`,
      read.tableObject,
    ),
    privileges: ofSchema(
      `SELECT format('%s %s', lower(kind), CASE WHEN kind IN ('FUNCTION', 'PROCEDURE') THEN (SELECT format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid))
                FROM pg_proc p WHERE p.oid::text = name) ELSE name END) AS name, string_agg(verb || ' ' || whom, '; ' ORDER BY verb, whom) AS definition
         FROM (${GRANTS}) g WHERE kind <> 'SCHEMA' GROUP BY kind, name ORDER BY 1`,
      read.schemaObject,
    ),
  },
  notKept: [
    { kind: 'aggregates', reason: 'Aggregate functions are not read' },
    { kind: 'rules', reason: 'Rules are not read' },
    { kind: 'storage', reason: 'Storage parameters, replica identities and clustering are not read' },
  ],
}
