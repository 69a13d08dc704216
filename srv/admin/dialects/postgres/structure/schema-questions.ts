import { plain, type Statement } from '../../../core/values.ts'
import { RELATION } from '../columns.ts'
import { columnText } from './statements.ts'
import { comment, IS_OWN_ROUTINE, isNotOfExtension, structureQuestions } from './questions.ts'

/**
 * What the catalog is asked about all of a schema, besides what a copy of one table needs.
 *
 * @param isQualified whether definitions come out with all names qualified; those of the schema are bare otherwise.
 */
export const schemaQuestions = (schema: string, isQualified = false): Readonly<Record<string, Statement>> => ({
  ...structureQuestions(schema, null),
  ...(isQualified && { searchPath: plain(`SELECT set_config('search_path', '', true)`) }),
  ...Object.fromEntries(Object.entries(QUESTIONS).map(([name, sql]) => [name, { sql, parameters: [schema] }])),
})

const IN_SCHEMA = 'n.nspname = $1'
const SELF = `(SELECT oid FROM pg_namespace WHERE nspname = $1)`
const DEFAULT = `pg_get_expr(d.adbin, d.adrelid)`

/** https://www.postgresql.org/docs/current/catalog-pg-attribute.html; constraints for NOT NULL have names since release 18. */
const COLUMN_TEXT = columnText(
  `CASE WHEN a.attnotnull AND k.oid IS NULL THEN 'NOT NULL'
        WHEN k.convalidated THEN 'CONSTRAINT ' || quote_ident(k.conname) || ' NOT NULL' || CASE WHEN k.connoinherit THEN ' NO INHERIT' ELSE '' END END`,
)

/** Privileges of others than the owner, and what everybody has no longer. */
const granted = (
  kind: string,
  name: string,
  source: string,
  acl: string,
  owner: string,
  privilege = 'g.privilege_type',
) =>
  `SELECT ${kind} AS kind, ${name} AS name, 'GRANT ' || ${privilege} AS verb,
          'TO ' || CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g.grantee)) END
            || CASE WHEN g.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END AS whom
     FROM ${source} CROSS JOIN LATERAL aclexplode(${acl}) g WHERE n.nspname = $1 AND g.grantee <> ${owner}`
const revoked = (kind: string, name: string, source: string, acl: string) =>
  `SELECT ${kind} AS kind, ${name} AS name, 'REVOKE ALL' AS verb, 'FROM PUBLIC' AS whom FROM ${source}
    WHERE n.nspname = $1 AND ${acl} IS NOT NULL AND NOT EXISTS (SELECT FROM aclexplode(${acl}) g WHERE g.grantee = 0)`

const ROUTINES = `pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace AND p.prokind IN ('f', 'p', 'w') AND ${IS_OWN_ROUTINE}`
const ROUTINE_KIND = `CASE p.prokind WHEN 'p' THEN 'PROCEDURE' ELSE 'FUNCTION' END`
const ROUTINE_NAME = `p.oid::text`
const TYPE_SOURCE = `pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_class tc ON tc.oid = t.typrelid
  AND ${isNotOfExtension('t.oid', 'pg_type')}`
const IS_OWN_TYPE = `(t.typtype IN ('e', 'd', 'r') OR tc.relkind = 'c')`

/** The objects of the schema, and what belongs to them: defaults, checks and queries. */
const OWN = `
  own AS (
    SELECT 'pg_class'::regclass::oid AS classid, c.oid AS objid, 'relation ' || c.relname AS key FROM pg_class c
     WHERE c.relnamespace = ${SELF} AND c.relkind IN ('r', 'p', 'v', 'm')
    UNION ALL SELECT 'pg_class'::regclass, c.oid, 'type ' || c.relname FROM pg_class c WHERE c.relnamespace = ${SELF} AND c.relkind = 'c'
    UNION ALL SELECT 'pg_type'::regclass, u.oid, CASE WHEN c.relkind <> 'c' THEN 'relation ' ELSE 'type ' END || t.typname
      FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid JOIN pg_type u ON u.oid IN (t.oid, t.typarray)
     WHERE t.typnamespace = ${SELF} AND t.typtype IN ('e', 'd', 'r', 'c')
    UNION ALL SELECT 'pg_proc'::regclass, p.oid, 'routine ' || p.oid FROM pg_proc p WHERE p.pronamespace = ${SELF}),
  parts AS (
    SELECT classid, objid, key FROM own
    UNION ALL SELECT 'pg_attrdef'::regclass, d.oid, o.key FROM pg_attrdef d JOIN own o ON o.classid = 'pg_class'::regclass AND o.objid = d.adrelid
    UNION ALL SELECT 'pg_constraint'::regclass, k.oid, o.key FROM pg_constraint k
      JOIN own o ON o.objid = CASE WHEN k.conrelid <> 0 THEN k.conrelid ELSE k.contypid END
       AND o.classid = CASE WHEN k.conrelid <> 0 THEN 'pg_class'::regclass ELSE 'pg_type'::regclass END
     WHERE k.contype = 'c'
    UNION ALL SELECT 'pg_rewrite'::regclass, r.oid, o.key FROM pg_rewrite r JOIN own o ON o.classid = 'pg_class'::regclass AND o.objid = r.ev_class
     WHERE r.rulename = '_RETURN')`

/** https://www.postgresql.org/docs/current/catalogs.html */
const QUESTIONS = {
  columnTexts: `
    SELECT c.relname AS "table", json_agg(${COLUMN_TEXT} ORDER BY a.attnum) AS texts
      FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'n' AND k.conkey = ARRAY[a.attnum]
     WHERE ${IN_SCHEMA} AND c.relkind IN ('r', 'p') GROUP BY c.oid, c.relname`,
  // Columns whose types are the schema's own, and lists of such: values go from one type to the other as text.
  ownTypes: `
    SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS type
      FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type t ON t.oid = a.atttypid WHERE ${IN_SCHEMA} AND c.relkind IN ('r', 'p') AND t.typnamespace = n.oid`,
  // What is told apart from the statements that make an object. A table's are in force when its indexes are there.
  settings: `
    SELECT "table", object, kind, action FROM (
      SELECT c.relname, c.relname, 1, 'TABLE ONLY',
             format('ALTER COLUMN %I SET STORAGE %s', a.attname, CASE a.attstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' ELSE 'EXTENDED' END)
        FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_type t ON t.oid = a.atttypid
       WHERE ${IN_SCHEMA} AND c.relkind IN ('r', 'p', 'm') AND a.attstorage <> t.typstorage
      UNION ALL
      SELECT c.relname, c.relname, 2, 'TABLE ONLY', format('ALTER COLUMN %I SET COMPRESSION %s', a.attname, CASE to_jsonb(a) ->> 'attcompression' WHEN 'l' THEN 'lz4' ELSE 'pglz' END)
        FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE ${IN_SCHEMA} AND c.relkind IN ('r', 'p', 'm') AND to_jsonb(a) ->> 'attcompression' IN ('l', 'p')
      UNION ALL
      SELECT c.relname, c.relname, 3, 'TABLE ONLY', format('ALTER COLUMN %I SET STATISTICS %s', a.attname, a.attstattarget)
        FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE ${IN_SCHEMA} AND c.relkind IN ('r', 'p', 'm') AND a.attstattarget >= 0
      UNION ALL
      SELECT c.relname, c.relname, 4, 'TABLE ONLY', format('ALTER COLUMN %I SET (%s)', a.attname, array_to_string(a.attoptions, ', '))
        FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE ${IN_SCHEMA} AND c.relkind IN ('r', 'p', 'm') AND a.attoptions IS NOT NULL
      UNION ALL
      SELECT c.relname, c.relname, 5, 'TABLE ONLY', format('SET (%s)', array_to_string(ARRAY(SELECT 'toast.' || o FROM unnest(x.reloptions) o), ', '))
        FROM ${RELATION} JOIN pg_class x ON x.oid = c.reltoastrelid WHERE ${IN_SCHEMA} AND x.reloptions IS NOT NULL
      UNION ALL
      SELECT c.relname, c.relname, 6, 'TABLE ONLY', 'REPLICA IDENTITY ' || CASE c.relreplident WHEN 'f' THEN 'FULL' WHEN 'n' THEN 'NOTHING' ELSE 'USING INDEX ' || quote_ident(i.relname) END
        FROM ${RELATION} LEFT JOIN pg_index x ON x.indrelid = c.oid AND x.indisreplident LEFT JOIN pg_class i ON i.oid = x.indexrelid
       WHERE ${IN_SCHEMA} AND c.relkind IN ('r', 'p', 'm') AND (c.relreplident IN ('f', 'n') OR c.relreplident = 'i' AND i.oid IS NOT NULL)
      UNION ALL
      SELECT c.relname, c.relname, 7, 'TABLE', 'CLUSTER ON ' || quote_ident(i.relname)
        FROM ${RELATION} JOIN pg_index x ON x.indrelid = c.oid AND x.indisclustered JOIN pg_class i ON i.oid = x.indexrelid WHERE ${IN_SCHEMA}
      UNION ALL
      SELECT c.relname, i.relname, 8, 'INDEX', format('ALTER COLUMN %s SET STATISTICS %s', a.attnum, a.attstattarget)
        FROM ${RELATION} JOIN pg_index x ON x.indrelid = c.oid JOIN pg_class i ON i.oid = x.indexrelid
        JOIN pg_attribute a ON a.attrelid = i.oid AND a.attstattarget >= 0 WHERE ${IN_SCHEMA}
      UNION ALL
      SELECT c.relname, c.relname, 9, 'VIEW', format('ALTER COLUMN %I SET DEFAULT %s', a.attname, ${DEFAULT})
        FROM ${RELATION} JOIN pg_attrdef d ON d.adrelid = c.oid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.adnum
       WHERE ${IN_SCHEMA} AND c.relkind = 'v'
    ) s ("table", object, rank, kind, action) ORDER BY "table" COLLATE "C", rank, action`,
  // Which index of a partition is a part of which index of the table that it belongs to.
  attachments: `
    SELECT c.relname AS "table", i.relname AS name, p.relname AS parent, pc.relname AS "parentTable"
      FROM pg_inherits h JOIN pg_index x ON x.indexrelid = h.inhrelid JOIN pg_class i ON i.oid = h.inhrelid JOIN ${RELATION} ON c.oid = x.indrelid
      JOIN pg_class p ON p.oid = h.inhparent AND p.relnamespace = n.oid JOIN pg_index px ON px.indexrelid = p.oid JOIN pg_class pc ON pc.oid = px.indrelid
     WHERE ${IN_SCHEMA} ORDER BY c.relname COLLATE "C", i.relname COLLATE "C"`,
  types: `
    SELECT t.typname AS name, CASE t.typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END AS kind, ${comment('t.oid', 'pg_type')},
           CASE t.typtype
             WHEN 'e' THEN (SELECT 'AS ENUM (' || coalesce(string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder), '') || ')' FROM pg_enum e WHERE e.enumtypid = t.oid)
             WHEN 'c' THEN (SELECT 'AS (' || coalesce(string_agg(concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
                                     CASE WHEN a.attcollation <> at.typcollation THEN 'COLLATE ' || a.attcollation::regcollation::text END), ', ' ORDER BY a.attnum), '') || ')'
                              FROM pg_attribute a JOIN pg_type at ON at.oid = a.atttypid WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped)
             WHEN 'd' THEN concat_ws(' ', 'AS ' || format_type(t.typbasetype, t.typtypmod),
                             CASE WHEN t.typcollation <> bt.typcollation THEN 'COLLATE ' || t.typcollation::regcollation::text END, 'DEFAULT ' || t.typdefault,
                             (SELECT string_agg(format('CONSTRAINT %I %s', k.conname, CASE WHEN k.contype = 'n' THEN 'NOT NULL' ELSE pg_get_constraintdef(k.oid) END), ' ' ORDER BY k.conname COLLATE "C")
                                FROM pg_constraint k WHERE k.contypid = t.oid),
                             CASE WHEN t.typnotnull AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.contypid = t.oid AND k.contype = 'n') THEN 'NOT NULL' END)
             WHEN 'r' THEN (SELECT CASE WHEN r.rngcanonical = 0 THEN 'AS RANGE (' || concat_ws(', ', 'SUBTYPE = ' || format_type(r.rngsubtype, NULL),
                                     'SUBTYPE_OPCLASS = ' || quote_ident(cn.nspname) || '.' || quote_ident(oc.opcname), 'COLLATION = ' || nullif(r.rngcollation, 0)::regcollation::text,
                                     'SUBTYPE_DIFF = ' || nullif(r.rngsubdiff, 0)::regproc::text, 'MULTIRANGE_TYPE_NAME = ' || r.rngmultitypid::regtype::text) || ')' END
                              FROM pg_range r JOIN pg_opclass oc ON oc.oid = r.rngsubopc JOIN pg_namespace cn ON cn.oid = oc.opcnamespace WHERE r.rngtypid = t.oid)
           END AS definition
      FROM ${TYPE_SOURCE} LEFT JOIN pg_type bt ON bt.oid = t.typbasetype
     WHERE ${IN_SCHEMA} AND ${IS_OWN_TYPE} AND ${isNotOfExtension('t.oid', 'pg_type')} ORDER BY t.typname COLLATE "C"`,
  routines: `
    SELECT p.oid::text AS id, p.proname AS name, pg_get_function_identity_arguments(p.oid) AS arguments, ${ROUTINE_KIND} AS kind, l.lanname AS language,
           pg_get_functiondef(p.oid) AS definition, p.prosrc AS body, p.prosqlbody IS NOT NULL AS "isParsed", ${comment('p.oid', 'pg_proc')}
      FROM ${ROUTINES} JOIN pg_language l ON l.oid = p.prolang
     WHERE ${IN_SCHEMA} ORDER BY p.proname COLLATE "C", p.oid`,
  // What has to be there first.
  needs: `
    WITH ${OWN}
    SELECT DISTINCT p.key AS name, o.key AS needs FROM pg_depend d JOIN parts p ON p.classid = d.classid AND p.objid = d.objid
      JOIN own o ON o.classid = d.refclassid AND o.objid = d.refobjid WHERE d.deptype = 'n' AND p.key <> o.key ORDER BY 1, 2`,
  triggerRoutines: `
    SELECT t.tgname AS name, c.relname AS "table", f.oid::text AS routine, fn.nspname AS "routineSchema", f.proname AS "routineName", f.prosrc AS body
      FROM pg_trigger t JOIN ${RELATION} ON c.oid = t.tgrelid JOIN pg_proc f ON f.oid = t.tgfoid JOIN pg_namespace fn ON fn.oid = f.pronamespace
     WHERE ${IN_SCHEMA} AND NOT t.tgisinternal`,
  rules: `
    SELECT r.rulename AS name, c.relname AS "table", regexp_replace(pg_get_ruledef(r.oid, true), ';\\s*$', '') AS definition, r.ev_enabled AS enabled, ${comment('r.oid', 'pg_rewrite')}
      FROM pg_rewrite r JOIN ${RELATION} ON c.oid = r.ev_class WHERE ${IN_SCHEMA} AND r.rulename <> '_RETURN' ORDER BY c.relname COLLATE "C", r.rulename COLLATE "C"`,
  policies: `
    SELECT p.polname AS name, c.relname AS "table", concat_ws(' ', 'AS', CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
             'FOR', CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
             'TO', (SELECT string_agg(CASE r WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(r)) END, ', ') FROM unnest(p.polroles) r),
             'USING (' || pg_get_expr(p.polqual, p.polrelid) || ')', 'WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') AS definition, ${comment('p.oid', 'pg_policy')}
      FROM pg_policy p JOIN ${RELATION} ON c.oid = p.polrelid WHERE ${IN_SCHEMA} ORDER BY c.relname COLLATE "C", p.polname COLLATE "C"`,
  rowSecurity: `
    SELECT c.relname AS "table", c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced FROM ${RELATION}
     WHERE ${IN_SCHEMA} AND (c.relrowsecurity OR c.relforcerowsecurity) ORDER BY c.relname COLLATE "C"`,
  grants: `
    ${revoked(ROUTINE_KIND, ROUTINE_NAME, ROUTINES, 'p.proacl')}
    UNION ALL ${revoked(`'TYPE'`, 't.typname', TYPE_SOURCE, 't.typacl')} AND ${IS_OWN_TYPE}
    UNION ALL ${granted(`'SCHEMA'`, 'n.nspname', 'pg_namespace n', 'n.nspacl', 'n.nspowner')}
    UNION ALL ${granted(`CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END`, 'c.relname', RELATION, 'c.relacl', 'c.relowner')} AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
    UNION ALL ${granted(`'TABLE'`, 'c.relname', `${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped`, 'a.attacl', 'c.relowner', `g.privilege_type || ' (' || quote_ident(a.attname) || ')'`)}
    UNION ALL ${granted(ROUTINE_KIND, ROUTINE_NAME, ROUTINES, 'p.proacl', 'p.proowner')}
    UNION ALL ${granted(`'TYPE'`, 't.typname', TYPE_SOURCE, 't.typacl', 't.typowner')} AND ${IS_OWN_TYPE}`,
} as const

export const { types: TYPES, policies: POLICIES, grants: GRANTS } = QUESTIONS
