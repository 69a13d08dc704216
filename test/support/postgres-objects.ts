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
  comment: `SELECT obj_description(n.oid, 'pg_namespace') AS comment FROM pg_namespace n WHERE ${OWN}`,
}

/**
 * The objects of a schema as the catalog tells them.
 *
 * @param path schemas whose objects are told without their schema, this one first: a clone uses its source's functions.
 */
export const objectsOf = ({ database }: TestEngine, ...path: readonly [string, ...string[]]) =>
  database.read(unhurried(), async (session) => {
    const searchPath = path.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
    await session.query({ sql: `SELECT set_config('search_path', $1, true)`, parameters: [searchPath] })
    const objects: Record<string, readonly Row[]> = {}
    for (const [topic, sql] of Object.entries(TOPICS))
      objects[topic] = await session.query({ sql, parameters: [path[0]] })
    return objects
  })
