import { taking, flag, list, text, textOrNull } from '../rows.ts'
import type { Catalog } from '../dialect.ts'
import { RELATION } from './columns.ts'

/** Whether a view reads by the rights of who asks, not by those of its owner. */
const IS_INVOKERS = `coalesce((SELECT o.option_value::boolean FROM pg_options_to_table(v.reloptions) o WHERE o.option_name = 'security_invoker'), false)`

const RUNS_AS = 'CASE WHEN f.prosecdef THEN f.proowner ELSE r.caller END'

/** Whether the text of a function has a name in it. */
const hasName = (name: string): string =>
  `CASE WHEN ${name} ~ '^\\w+$' THEN f.prosrc ~* ('\\m' || ${name} || '\\M') ELSE position(${name} IN f.prosrc) > 0 END`

/** Whether the text of a function has the name of a relation in it; any name, where it makes statements or is in another language. */
const MENTIONS = `(l.lanname NOT IN ('sql', 'plpgsql') OR l.lanname = 'plpgsql' AND f.prosrc ~* '\\mexecute\\M' OR ${hasName('c.relname')}
  OR EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid AND d.refobjid = c.oid))`

/**
 * Tables and views of which policies may hide rows from the user, as the server decides it: superusers and roles with
 * BYPASSRLS see all, owners unless it is forced on them. A view reads as its owner does, or as who asks; a function may read
 * what its text mentions, as its owner does or as who asks, also where a view of somebody else calls it, by its name, an
 * operator or an aggregate.
 *
 * @see https://www.postgresql.org/docs/current/ddl-rowsecurity.html
 */
export const hiddenRows: NonNullable<Catalog['hiddenRows']> = {
  statement: ({ schema, tables, functions = [] }) => ({
    sql: `WITH RECURSIVE reads (asked, catalog, object, reader, caller) AS (
              SELECT c.relname, 'pg_class'::regclass::oid, c.oid, me.oid, me.oid
                FROM ${RELATION} JOIN pg_roles me ON me.rolname = current_user
               WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v') AND EXISTS (SELECT FROM pg_class WHERE relrowsecurity)
                 AND ($2::json IS NULL OR c.relname = ANY (ARRAY(SELECT json_array_elements_text($2::json))))
              UNION
              SELECT f.proname || '()', 'pg_proc'::regclass::oid, f.oid, me.oid, me.oid
                FROM pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace JOIN pg_roles me ON me.rolname = current_user
               WHERE n.nspname = $1 AND f.proname = ANY (ARRAY(SELECT json_array_elements_text($3::json)))
              UNION
              SELECT r.asked, next.* FROM reads r CROSS JOIN LATERAL (
                SELECT d.refclassid, d.refobjid, CASE WHEN ${IS_INVOKERS} THEN r.reader ELSE v.relowner END, r.caller
                  FROM pg_class v JOIN pg_rewrite w ON w.ev_class = v.oid AND w.rulename = '_RETURN'
                  JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
                                  AND d.refclassid IN ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_operator'::regclass) AND d.refobjid <> v.oid
                 WHERE r.catalog = 'pg_class'::regclass AND v.oid = r.object AND v.relkind = 'v'
                UNION ALL
                SELECT 'pg_class'::regclass, c.oid, ${RUNS_AS}, ${RUNS_AS}
                  FROM pg_proc f JOIN pg_language l ON l.oid = f.prolang, pg_class c
                 WHERE r.catalog = 'pg_proc'::regclass AND f.oid = r.object AND c.oid >= 16384 AND c.relkind IN ('r', 'p', 'v') AND ${MENTIONS}
                UNION ALL
                SELECT 'pg_proc'::regclass, called.oid, ${RUNS_AS}, ${RUNS_AS}
                  FROM pg_proc f, pg_proc called
                 WHERE r.catalog = 'pg_proc'::regclass AND f.oid = r.object AND called.oid >= 16384 AND ${hasName('called.proname')}
                UNION ALL
                SELECT 'pg_operator'::regclass, o.oid, ${RUNS_AS}, ${RUNS_AS}
                  FROM pg_proc f, pg_operator o
                 WHERE r.catalog = 'pg_proc'::regclass AND f.oid = r.object AND o.oid >= 16384 AND position(o.oprname IN f.prosrc) > 0
                UNION ALL
                SELECT d.refclassid, d.refobjid, ${RUNS_AS}, ${RUNS_AS}
                  FROM pg_proc f JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = f.oid
                                                 AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass)
                 WHERE r.catalog = 'pg_proc'::regclass AND f.oid = r.object
                UNION ALL
                SELECT 'pg_proc'::regclass, o.oprcode, r.reader, r.caller FROM pg_operator o
                 WHERE r.catalog = 'pg_operator'::regclass AND o.oid = r.object AND o.oid >= 16384) AS next (catalog, object, reader, caller))
          SELECT reads.asked AS "table", json_agg(DISTINCT c.oid::regclass::text ORDER BY c.oid::regclass::text) AS policies_of
            FROM reads JOIN pg_class c ON reads.catalog = 'pg_class'::regclass AND c.oid = reads.object
             AND c.relkind IN ('r', 'p') AND c.relrowsecurity
            JOIN pg_roles u ON u.oid = reads.reader
           WHERE NOT (u.rolsuper OR u.rolbypassrls) AND (c.relforcerowsecurity OR NOT pg_has_role(u.oid, c.relowner, 'USAGE'))
           GROUP BY reads.asked ORDER BY reads.asked COLLATE "C"`,
    parameters: [schema, tables && JSON.stringify(tables), JSON.stringify(functions)],
  }),
  item: (row) => ({
    table: text(row, 'table'),
    reason: `Row-level security of ${list(row, 'policies_of').join(', ')} applies to the database user: rows may be hidden from it`,
  }),
}

/** https://www.postgresql.org/docs/current/catalog-pg-policy.html */
export const rowSecurity: NonNullable<Catalog['rowSecurity']> = {
  statement: taking('schema', 'table')`
    SELECT c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced, row_security_active(c.oid) AS active
      FROM ${RELATION} WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p')`,
  item: (row) => ({ enabled: flag(row, 'enabled'), forced: flag(row, 'forced'), appliesToUser: flag(row, 'active') }),
}

/** https://www.postgresql.org/docs/current/catalog-pg-policy.html */
export const policies: NonNullable<Catalog['policies']> = {
  statement: taking('schema', 'table')`
    SELECT p.polname AS name, p.polpermissive AS permissive,
           CASE p.polcmd WHEN 'r' THEN 'select' WHEN 'a' THEN 'insert' WHEN 'w' THEN 'update' WHEN 'd' THEN 'delete' ELSE 'all' END AS command,
           (SELECT json_agg(CASE r.oid WHEN 0 THEN 'public' ELSE pg_get_userbyid(r.oid) END ORDER BY r.position)
              FROM unnest(p.polroles) WITH ORDINALITY AS r (oid, position)) AS roles,
           pg_get_expr(p.polqual, p.polrelid) AS using, pg_get_expr(p.polwithcheck, p.polrelid) AS check
      FROM pg_policy p JOIN ${RELATION} ON c.oid = p.polrelid
     WHERE n.nspname = $1 AND c.relname = $2 ORDER BY p.polname COLLATE "C"`,
  item: (row) => ({
    name: text(row, 'name'),
    command: text(row, 'command'),
    roles: list(row, 'roles'),
    isPermissive: flag(row, 'permissive'),
    using: textOrNull(row, 'using'),
    check: textOrNull(row, 'check'),
  }),
}
