import { RELATION } from '../columns.ts'
import { SEQUENCE_OPTIONS } from './statements.ts'
import type { Statement } from '../../../core/values.ts'

/**
 * What the catalog is asked about a schema, or one table of it when the second parameter is no NULL. Definitions come
 * out with the names of the schema bare and all others qualified, since the search path is that schema alone.
 */
export const structureQuestions = (schema: string, table: string | null): Readonly<Record<string, Statement>> => ({
  searchPath: { sql: `SELECT set_config('search_path', quote_ident($1), true)`, parameters: [schema] },
  ...Object.fromEntries(Object.entries(QUESTIONS).map(([name, sql]) => [name, { sql, parameters: [schema, table] }])),
})

const OWN = `n.nspname = $1 AND ($2::text IS NULL OR c.relname = $2::text)`
export const comment = (id: string, catalog: string): string =>
  `quote_literal(obj_description(${id}, '${catalog}')) AS comment`
const options = `(SELECT string_agg(format('%I = %L', o.option_name, o.option_value), ', ')
                    FROM pg_options_to_table(c.reloptions) o) AS options`
const quotedColumns = (relation: string, numbers: string): string =>
  `(SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY u.position) FROM unnest(${numbers}) WITH ORDINALITY AS u(number, position)
      JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = u.number)`
/** Neither an extension's nor, as the functions that make values of a range, a type's. */
export const IS_OWN_ROUTINE = `NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype IN ('e', 'i'))`
export const isNotOfExtension = (id: string, catalog: string): string =>
  `NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.classid = '${catalog}'::regclass AND e.objid = ${id} AND e.deptype = 'e')`

/**
 * https://www.postgresql.org/docs/current/catalogs.html
 * What a partition has from its parent is marked as inherited: it comes with the parent, unless the partition stands alone.
 */
const QUESTIONS = {
  tables: `
    SELECT c.relname AS name, c.relkind = 'p' AS "isPartitioned", c.relpersistence = 'u' AS "isUnlogged", ${options}, ${comment('c.oid', 'pg_class')},
           CASE WHEN c.relkind = 'p' THEN pg_get_partkeydef(c.oid) END AS "partitionKey",
           (SELECT quote_ident(am.amname) FROM pg_am am WHERE am.oid = c.relam AND am.amname <> 'heap') AS "accessMethod",
           CASE WHEN c.reloftype <> 0 THEN c.reloftype::regtype::text END AS "ofType",
           pg_get_expr(c.relpartbound, c.oid) AS bound,
           (SELECT coalesce(json_agg(json_build_object('schema', pn.nspname, 'name', p.relname) ORDER BY i.inhseqno), '[]')
              FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent JOIN pg_namespace pn ON pn.oid = p.relnamespace
             WHERE i.inhrelid = c.oid) AS parents,
           (SELECT coalesce(json_agg(a.attname ORDER BY a.attnum), '[]') FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
           (SELECT coalesce(json_agg(a.attname ORDER BY u.position), '[]') FROM pg_index x
              CROSS JOIN LATERAL unnest(x.indkey::int2[]) WITH ORDINALITY AS u(number, position)
              JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = u.number
             WHERE x.indrelid = c.oid AND x.indisprimary AND u.position <= x.indnkeyatts) AS "keyColumns"
      FROM ${RELATION}
     WHERE ${OWN} AND c.relkind IN ('r', 'p') AND c.relpersistence <> 't' ORDER BY c.relname COLLATE "C"`,
  // Sequences of identity columns (deptype i) are made with their table; those of serial columns (a) are only owned.
  sequences: `
    SELECT s.relname AS name, c.relname AS "table", a.attname AS "column",
           CASE WHEN d.deptype = 'i' THEN CASE a.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END END AS identity,
           s.relpersistence = 'u' AS "isUnlogged", ${comment('s.oid', 'pg_class')}, format_type(q.seqtypid, NULL) AS type,
           ${SEQUENCE_OPTIONS} AS options,
           quote_literal(s.oid::regclass::text) || '::regclass' AS reference
      FROM pg_class s JOIN pg_namespace n ON n.oid = s.relnamespace JOIN pg_sequence q ON q.seqrelid = s.oid
      LEFT JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = s.oid AND d.refclassid = 'pg_class'::regclass
                           AND d.deptype IN ('a', 'i') AND d.refobjsubid > 0
      LEFT JOIN pg_class c ON c.oid = d.refobjid LEFT JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
     WHERE n.nspname = $1 AND ($2::text IS NULL OR c.relname = $2::text) ORDER BY s.relname COLLATE "C"`,
  // Defaults that draw from a sequence of the schema.
  defaults: `
    SELECT c.relname AS "table", a.attname AS "column", s.relname AS sequence, pg_get_expr(f.adbin, f.adrelid) AS definition
      FROM pg_attrdef f JOIN ${RELATION} ON c.oid = f.adrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = f.adnum
      JOIN pg_depend d ON d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid AND d.refclassid = 'pg_class'::regclass
      JOIN pg_class s ON s.oid = d.refobjid AND s.relkind = 'S' AND s.relnamespace = n.oid
     WHERE ${OWN} AND c.relkind IN ('r', 'p') ORDER BY c.relname COLLATE "C", a.attnum`,
  constraints: `
    SELECT k.conname AS name, c.relname AS "table", pg_get_constraintdef(k.oid) AS definition, ${comment('k.oid', 'pg_constraint')},
           k.contype IN ('c', 'n') AS "isCheck", k.conparentid <> 0 AS "isInherited", NOT k.convalidated AS "isUnchecked"
      FROM pg_constraint k JOIN ${RELATION} ON c.oid = k.conrelid
     WHERE ${OWN} AND (k.contype IN ('p', 'u', 'x', 'c') OR k.contype = 'n' AND NOT k.convalidated) AND c.relkind IN ('r', 'p')
     ORDER BY c.relname COLLATE "C", k.contype = 'p' DESC, k.conname COLLATE "C"`,
  foreignKeys: `
    SELECT k.conname AS name, c.relname AS "table", pn.nspname AS "parentSchema", p.relname AS parent, ${comment('k.oid', 'pg_constraint')},
           'FOREIGN KEY (' || CASE WHEN to_jsonb(k) @> '{"conperiod": true}'
                THEN ${quotedColumns('k.conrelid', 'k.conkey[:cardinality(k.conkey) - 1]')} || ', PERIOD ' || ${quotedColumns('k.conrelid', 'k.conkey[cardinality(k.conkey):]')}
                ELSE ${quotedColumns('k.conrelid', 'k.conkey')} END || ') REFERENCES ' AS head,
           k.confrelid::regclass::text AS "parentReference", pg_get_constraintdef(k.oid) AS definition,
           k.conparentid <> 0 AS "isInherited"
      FROM pg_constraint k JOIN ${RELATION} ON c.oid = k.conrelid
      JOIN pg_class p ON p.oid = k.confrelid JOIN pg_namespace pn ON pn.oid = p.relnamespace
     WHERE ${OWN} AND k.contype = 'f'
       AND NOT EXISTS (SELECT 1 FROM pg_constraint o WHERE o.oid = k.conparentid AND o.conrelid = k.conrelid)
     ORDER BY c.relname COLLATE "C", k.conname COLLATE "C"`,
  // Without those of constraints.
  indexes: `
    SELECT i.relname AS name, c.relname AS "table", pg_get_indexdef(i.oid, 0, true) AS definition, ${comment('i.oid', 'pg_class')},
           EXISTS (SELECT 1 FROM pg_inherits h WHERE h.inhrelid = i.oid) AS "isInherited"
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN ${RELATION} ON c.oid = x.indrelid
     WHERE ${OWN} AND x.indislive AND c.relkind IN ('r', 'p', 'm')
       AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.oid AND k.contype IN ('p', 'u', 'x'))
     ORDER BY c.relname COLLATE "C", i.relname COLLATE "C"`,
  triggers: `
    SELECT t.tgname AS name, c.relname AS "table", pg_get_triggerdef(t.oid, true) AS definition, t.tgenabled AS enabled, ${comment('t.oid', 'pg_trigger')},
           t.tgparentid <> 0 AS "isInherited"
      FROM pg_trigger t JOIN ${RELATION} ON c.oid = t.tgrelid
     WHERE ${OWN} AND NOT t.tgisinternal ORDER BY c.relname COLLATE "C", t.tgname COLLATE "C"`,
  views: `
    SELECT c.relname AS name, c.relkind = 'm' AS "isMaterialized", pg_get_viewdef(c.oid) AS definition, c.relispopulated AS "isPopulated",
           ${options}, ${comment('c.oid', 'pg_class')},
           (SELECT coalesce(json_agg(DISTINCT r.relname), '[]') FROM pg_rewrite w
              JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_class'::regclass
              JOIN pg_class r ON r.oid = d.refobjid AND r.oid <> c.oid AND r.relnamespace = n.oid
             WHERE w.ev_class = c.oid) AS needs
      FROM ${RELATION} WHERE ${OWN} AND c.relkind IN ('v', 'm') ORDER BY c.relname COLLATE "C"`,
  // `definition` is what stands behind the name.
  statistics: `
    SELECT s.stxname AS name, c.relname AS "table", ${comment('s.oid', 'pg_statistic_ext')}, nullif(s.stxstattarget, -1) AS target,
           substr(pg_get_statisticsobjdef(s.oid), length(format('CREATE STATISTICS %I.%I', sn.nspname, s.stxname)) + 1) AS definition
      FROM pg_statistic_ext s JOIN pg_namespace sn ON sn.oid = s.stxnamespace JOIN ${RELATION} ON c.oid = s.stxrelid
     WHERE ${OWN} AND sn.oid = n.oid ORDER BY s.stxname COLLATE "C"`,
  columnComments: `
    SELECT c.relname AS "table", a.attname AS "column", quote_literal(col_description(c.oid, a.attnum)) AS comment
      FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
     WHERE ${OWN} AND c.relkind IN ('r', 'p', 'v', 'm') AND col_description(c.oid, a.attnum) IS NOT NULL ORDER BY 1, a.attnum`,
  schemas: `SELECT ${comment('n.oid', 'pg_namespace')} FROM pg_namespace n WHERE n.nspname = $1 AND $2::text IS NULL`,
  // What is not copied.
  others: `
    SELECT type, name FROM (
      SELECT CASE p.prokind WHEN 'p' THEN 'procedure' WHEN 'a' THEN 'aggregate' ELSE 'function' END AS type,
             format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) AS name
        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE n.nspname = $1 AND $2::text IS NULL AND ${IS_OWN_ROUTINE}
      UNION ALL
      SELECT 'type', t.typname FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_class c ON c.oid = t.typrelid
       WHERE n.nspname = $1 AND $2::text IS NULL AND (t.typtype IN ('e', 'd', 'r') OR c.relkind = 'c') AND ${isNotOfExtension('t.oid', 'pg_type')}
      UNION ALL
      SELECT 'extension', x.extname FROM pg_extension x JOIN pg_namespace n ON n.oid = x.extnamespace WHERE n.nspname = $1 AND $2::text IS NULL
      UNION ALL
      SELECT 'foreignTable', c.relname FROM ${RELATION} WHERE ${OWN} AND c.relkind = 'f'
      UNION ALL
      SELECT 'identity', a.attname FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND a.attidentity <> ''
       WHERE ${OWN} AND $2::text IS NOT NULL AND c.relispartition
      UNION ALL
      SELECT 'child', h.inhrelid::regclass::text FROM ${RELATION} JOIN pg_inherits h ON h.inhparent = c.oid
       WHERE ${OWN} AND $2::text IS NOT NULL AND c.relkind = 'r'
      UNION ALL
      SELECT 'rule', r.rulename || ' on ' || c.relname FROM pg_rewrite r JOIN ${RELATION} ON c.oid = r.ev_class
       WHERE ${OWN} AND r.rulename <> '_RETURN'
      UNION ALL
      SELECT 'policy', p.polname || ' on ' || c.relname FROM pg_policy p JOIN ${RELATION} ON c.oid = p.polrelid WHERE ${OWN}
      UNION ALL
      SELECT 'rowSecurity', c.relname FROM ${RELATION} WHERE ${OWN} AND c.relrowsecurity
      UNION ALL
      SELECT 'grants', c.relname FROM ${RELATION}
       WHERE ${OWN} AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND EXISTS (SELECT 1 FROM aclexplode(c.relacl) g WHERE g.grantee <> c.relowner)
      UNION ALL
      SELECT 'grants', n.nspname FROM pg_namespace n
       WHERE n.nspname = $1 AND $2::text IS NULL AND EXISTS (SELECT 1 FROM aclexplode(n.nspacl) g WHERE g.grantee <> n.nspowner)
    ) o ORDER BY type COLLATE "C", name COLLATE "C"`,
} as const
