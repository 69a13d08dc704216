import type { Row } from '../../srv/admin/database/session.ts'
import { type TestEngine, unhurried } from './engines.ts'

const OWN = `n.nspname = $1`
const RELATION = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace`

/** Every property of every object in a schema, by topic; the schema's own name stands nowhere in it. */
const TOPICS: Readonly<Record<string, string>> = {
  relations: `SELECT c.relname, c.relkind::text, c.relpersistence::text, c.reloptions::text, c.relispopulated, pg_get_partkeydef(c.oid) AS key,
      CASE WHEN c.relispartition THEN pg_get_expr(c.relpartbound, c.oid) END AS bound, obj_description(c.oid, 'pg_class') AS comment
      FROM ${RELATION} WHERE ${OWN} AND c.relkind <> 'c' ORDER BY 1`,
  columns: `SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull, a.attidentity::text, a.attgenerated::text,
      a.attinhcount, a.attstorage::text, a.attcompression::text, pg_get_expr(d.adbin, d.adrelid) AS value, col_description(c.oid, a.attnum) AS comment
      FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE ${OWN} AND c.relkind IN ('r', 'p', 'v', 'm') ORDER BY 1, a.attnum`,
  constraints: `SELECT c.relname, k.conname, pg_get_constraintdef(k.oid) AS definition, k.convalidated, k.coninhcount, obj_description(k.oid, 'pg_constraint') AS comment
      FROM pg_constraint k JOIN ${RELATION} ON c.oid = k.conrelid WHERE ${OWN} ORDER BY 1, 2`,
  indexes: `SELECT i.relname, pg_get_indexdef(i.oid, 0, true) AS definition, x.indisvalid, x.indisprimary, x.indisunique,
      obj_description(i.oid, 'pg_class') AS comment FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN ${RELATION} ON c.oid = x.indrelid WHERE ${OWN} ORDER BY 1`,
  triggers: `SELECT c.relname, t.tgname, pg_get_triggerdef(t.oid, true) AS definition, t.tgenabled::text, obj_description(t.oid, 'pg_trigger') AS comment
      FROM pg_trigger t JOIN ${RELATION} ON c.oid = t.tgrelid WHERE ${OWN} AND NOT t.tgisinternal ORDER BY 1, 2`,
  views: `SELECT c.relname, pg_get_viewdef(c.oid) AS definition FROM ${RELATION} WHERE ${OWN} AND c.relkind IN ('v', 'm') ORDER BY 1`,
  sequences: `SELECT s.sequencename, s.data_type::text, s.start_value, s.min_value, s.max_value, s.increment_by, s.cycle, s.cache_size, s.last_value,
      (SELECT format('%s.%s', d.refobjid::regclass, a.attname) FROM pg_depend d JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
        WHERE d.classid = 'pg_class'::regclass AND d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass AND d.deptype IN ('a', 'i')) AS owner
      FROM pg_sequences s WHERE s.schemaname = $1 ORDER BY 1`,
  statistics: `SELECT s.stxname, s.stxkind::text, obj_description(s.oid, 'pg_statistic_ext') AS comment, s.stxkeys::text, c.relname FROM pg_statistic_ext s JOIN ${RELATION} ON c.oid = s.stxrelid WHERE ${OWN} ORDER BY 1`,
  settings: `SELECT c.relname, c.relreplident::text, c.relrowsecurity, c.relforcerowsecurity, am.amname,
      (SELECT i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid WHERE x.indrelid = c.oid AND x.indisclustered) AS clustered,
      (SELECT i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid WHERE x.indrelid = c.oid AND x.indisreplident) AS replica,
      (SELECT t.reloptions::text FROM pg_class t WHERE t.oid = c.reltoastrelid) AS toast,
      (SELECT array_agg(format('%s %s %s', a.attname, a.attstattarget, a.attoptions) ORDER BY a.attnum)::text FROM pg_attribute a
        WHERE a.attrelid = c.oid AND (a.attstattarget IS NOT NULL OR a.attoptions IS NOT NULL)) AS columns
      FROM ${RELATION} LEFT JOIN pg_am am ON am.oid = c.relam WHERE ${OWN} AND c.relkind IN ('r', 'p', 'm', 'i', 'I') ORDER BY 1`,
  collations: `SELECT c.relname, a.attname, a.attcollation::regcollation::text AS collation FROM ${RELATION}
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped WHERE ${OWN} AND c.relkind IN ('r', 'p', 'v', 'm') ORDER BY 1, a.attnum`,
  comment: `SELECT obj_description(n.oid, 'pg_namespace') AS comment FROM pg_namespace n WHERE ${OWN}`,
}

/** What a clone has only when it is asked for. */
const PARTS: Readonly<Record<string, string>> = {
  types: `SELECT t.typname, t.typtype::text, format_type(t.typbasetype, t.typtypmod) AS base, t.typdefault, t.typnotnull, obj_description(t.oid, 'pg_type') AS comment,
      t.typcollation::regcollation::text AS collation,
      (SELECT array_agg(e.enumlabel ORDER BY e.enumsortorder)::text FROM pg_enum e WHERE e.enumtypid = t.oid) AS labels,
      (SELECT array_agg(format('%s %s', k.conname, pg_get_constraintdef(k.oid)) ORDER BY k.conname)::text FROM pg_constraint k WHERE k.contypid = t.oid) AS checks,
      (SELECT array_agg(format('%s %s %s', a.attname, format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation) ORDER BY a.attnum)::text
         FROM pg_attribute a WHERE a.attrelid = t.typrelid AND a.attnum > 0) AS members,
      (SELECT format('%s %s %s %s %s', r.rngsubtype::regtype, r.rngcollation::regcollation, r.rngsubdiff::regproc, r.rngmultitypid::regtype, o.opcname)
         FROM pg_range r JOIN pg_opclass o ON o.oid = r.rngsubopc WHERE r.rngtypid = t.oid) AS range
      FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_class c ON c.oid = t.typrelid
      WHERE ${OWN} AND (t.typtype IN ('e', 'd', 'r') OR c.relkind = 'c') ORDER BY 1`,
  routines: `SELECT p.proname, p.prokind::text, pg_get_function_arguments(p.oid) AS arguments, pg_get_function_result(p.oid) AS result, p.provolatile::text, p.proisstrict,
      p.prosecdef, p.proparallel::text, p.procost, l.lanname, pg_get_function_sqlbody(p.oid) AS body, obj_description(p.oid, 'pg_proc') AS comment
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang WHERE ${OWN} AND p.prokind <> 'a' ORDER BY 1, 3`,
  rules: `SELECT c.relname, r.rulename, r.ev_enabled::text, pg_get_ruledef(r.oid, true) AS definition FROM pg_rewrite r JOIN ${RELATION} ON c.oid = r.ev_class
      WHERE ${OWN} AND r.rulename <> '_RETURN' ORDER BY 1, 2`,
  policies: `SELECT c.relname, p.polname, p.polcmd::text, p.polpermissive, p.polroles::regrole[]::text AS roles, pg_get_expr(p.polqual, p.polrelid) AS qual,
      pg_get_expr(p.polwithcheck, p.polrelid) AS checks, obj_description(p.oid, 'pg_policy') AS comment FROM pg_policy p JOIN ${RELATION} ON c.oid = p.polrelid WHERE ${OWN} ORDER BY 1, 2`,
  grants: `SELECT kind, name, g.grantee::regrole::text AS grantee, g.privilege_type, g.is_grantable FROM (
        SELECT 'relation' AS kind, c.relname::text AS name, c.relacl AS acl, c.relowner AS owner FROM ${RELATION} WHERE ${OWN} AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
        UNION ALL SELECT 'column', c.relname || '.' || a.attname, a.attacl, c.relowner FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid WHERE ${OWN}
        UNION ALL SELECT 'routine', p.proname, p.proacl, p.proowner FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OWN}
        UNION ALL SELECT 'type', t.typname, t.typacl, t.typowner FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE ${OWN}
        UNION ALL SELECT 'schema', '', n.nspacl, n.nspowner FROM pg_namespace n WHERE ${OWN}
      ) o CROSS JOIN LATERAL aclexplode(o.acl) g WHERE g.grantee <> o.owner ORDER BY 1, 2, 3, 4`,
}

/**
 * The objects of a schema as the catalog tells them.
 *
 * @param path schemas whose objects are told without their schema, this one first: a clone uses its source's functions.
 */
export const objectsOf = (engine: Pick<TestEngine, 'database'>, ...path: readonly [string, ...string[]]) =>
  readTopics(engine, TOPICS, path)

/** The same with types, functions, rules, policies and privileges. */
export const allObjectsOf = (engine: Pick<TestEngine, 'database'>, ...path: readonly [string, ...string[]]) =>
  readTopics(engine, { ...TOPICS, ...PARTS }, path)

const readTopics = (
  { database }: Pick<TestEngine, 'database'>,
  topics: Readonly<Record<string, string>>,
  path: readonly [string, ...string[]],
) =>
  database.read(unhurried(), async (session) => {
    const searchPath = path.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
    await session.query({ sql: `SELECT set_config('search_path', $1, true)`, parameters: [searchPath] })
    const objects: Record<string, readonly Row[]> = {}
    for (const [topic, sql] of Object.entries(topics))
      objects[topic] = await session.query({ sql, parameters: [path[0]] })
    return objects
  })
