import { readNodeTree } from '../../core/lineage/node-tree.ts'
import { queryColumns } from '../../core/lineage/query-columns.ts'
import { readEnd, type ViewReader, type CatalogLineage, type ScriptReader } from '../lineage.ts'
import { list, number, text, textOrNull, taking, fixed } from '../rows.ts'
import { OPEN_FUNCTIONS } from '../../core/open-functions.ts'

/** https://www.postgresql.org/docs/current/catalog-pg-class.html, column relkind */
export const RELATIONS = `('r', 'p', 'f', 'v', 'm')`
export const relationType = (alias: string): string =>
  `CASE ${alias}.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized' WHEN 'f' THEN 'virtual' ELSE 'table' END`

/**
 * Columns that views and materialized views read, by what the server has noted of their rules, and the queries as it
 * keeps them: taken apart, with all names resolved, which no parser of their text could do better.
 *
 * @see https://www.postgresql.org/docs/current/catalog-pg-rewrite.html
 */
export const viewFlows: ViewReader = {
  views: {
    statement: ({ schema, names }) => ({
      sql: `SELECT r.oid::bigint AS id, r.ev_action::text AS query,
                   (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0) AS columns
              FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE r.rulename = '_RETURN' AND c.relkind IN ('v', 'm') AND ${isWanted('n.nspname', 'c.relname', 'r.oid')}
             ORDER BY 1`,
      parameters: [schema, names && JSON.stringify(names)],
    }),
    item: (row) => {
      const columns = list(row, 'columns')
      const found = queryColumns(readNodeTree(text(row, 'query')))
      const byOrigin = new Map<string, { name: string; isCondition: boolean }[]>()
      for (const [position, origins] of found ?? [])
        for (const { relation, column, isCondition = false } of origins) {
          const key = `${relation}.${column}`
          byOrigin.set(key, [...(byOrigin.get(key) ?? []), { name: columns[position - 1] ?? '', isCondition }])
        }
      return { id: number(row, 'id'), isKnown: found !== null, columnsOf: (origin) => byOrigin.get(origin) ?? [] }
    },
  },
  reads: {
    statement: ({ schema, names }) => ({
      sql: `SELECT f.*, (SELECT json_agg(o.attname ORDER BY o.attnum) FROM pg_attribute o
                          WHERE o.attrelid = f.relation::oid AND o.attnum > 0 AND NOT o.attisdropped) AS row_columns FROM (
            SELECT DISTINCT r.oid::bigint AS id, s.oid::bigint AS relation, d.refobjsubid AS number, a.attname AS source_column,
                   sn.nspname AS source_schema, s.relname AS source, ${relationType('s')} AS source_type,
                   n.nspname AS target_schema, c.relname AS target, ${relationType('c')} AS target_type
              FROM pg_depend d
              JOIN pg_rewrite r ON r.oid = d.objid AND r.rulename = '_RETURN'
              JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace
              JOIN pg_class s ON s.oid = d.refobjid AND s.relkind IN ${RELATIONS} JOIN pg_namespace sn ON sn.oid = s.relnamespace
              LEFT JOIN pg_attribute a ON a.attrelid = s.oid AND a.attnum = d.refobjsubid AND a.attnum > 0
             WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype = 'n'
               AND s.oid <> c.oid AND ${isWanted('n.nspname', 'c.relname', 'r.oid')}) f ORDER BY 1, 2, 3`,
      parameters: [schema, names && JSON.stringify(names)],
    }),
    item: (row) => ({
      view: number(row, 'id'),
      origin: `${text(row, 'relation')}.${text(row, 'number')}`,
      row: `${text(row, 'relation')}.0`,
      rowColumns: list(row, 'row_columns'),
      source: readEnd(row, 'source'),
      target: readEnd(row, 'target'),
      column: textOrNull(row, 'source_column'),
    }),
  },
}

/** The views of a schema, and those elsewhere that read from it; when names are given, those views of the schema alone. */
const isWanted = (schema: string, name: string, rule: string): string =>
  `CASE WHEN $2::text IS NOT NULL THEN ${schema} = $1 AND ${name} IN (SELECT value FROM json_array_elements_text($2::json))
        ELSE ${schema} = $1 OR ${rule} IN (SELECT o.objid FROM pg_depend o JOIN pg_class oc ON oc.oid = o.refobjid
          JOIN pg_namespace os ON os.oid = oc.relnamespace WHERE o.classid = 'pg_rewrite'::regclass
           AND o.refclassid = 'pg_class'::regclass AND os.nspname = $1) END`

/** Numbers below are those of what comes with the server. */
const COMES_ALONG = 16_384
const LAST = String(COMES_ALONG - 1)
/** Of the server's own: they tell of settings, rights, names and numbers, and of no rows. */
const NO_ROWS =
  '^(?:current_setting|set_config|(?:next|curr|last|set)val|has_.*_privilege|pg_has_role|inet_.*|txid_.*|to_reg.*|pg_get_.*def|pg_get_expr|pg_.*_is_visible|pg_(?:current|snapshot)_.*|format_type|row_security_active|(?:col|obj|shobj)_description|pg_(?:try_)?advisory_.*|pg_sleep.*)$'

/**
 * Functions that may give what their arguments do not tell: those that run a text or read tables by name, such as
 * `query_to_xml` and `crosstab`, files, and the doings of others. Of PostgreSQL's own, and of those in C, the immutable ones
 * only compute; what is written in SQL or PL/pgSQL is read.
 */
const IS_OPAQUE = `CASE WHEN f.oid < ${COMES_ALONG} THEN f.prokind = 'f' AND f.provolatile <> 'i'
    AND f.proname NOT IN (${OPEN_FUNCTIONS.map((name) => `'${name}'`).join(', ')}) AND f.proname !~ '${NO_ROWS}'
    AND NOT EXISTS (SELECT FROM pg_operator o WHERE o.oprcode = f.oid) AND NOT EXISTS (SELECT FROM pg_cast c WHERE c.castfunc = f.oid)
  ELSE l.lanname IN ('c', 'internal') AND f.provolatile <> 'i' OR l.lanname NOT IN ('c', 'internal', 'sql', 'plpgsql') END`
const FUNCTION = 'pg_proc f JOIN pg_language l ON l.oid = f.prolang'

export const opaque: ScriptReader['opaque'] = {
  statement: fixed(`SELECT DISTINCT f.proname AS name FROM ${FUNCTION} WHERE ${IS_OPAQUE}`),
  item: (row) => text(row, 'name'),
}

/** Views that call one of these, or read what the server itself keeps of values. */
export const untraced: NonNullable<CatalogLineage['untraced']> = {
  statement: taking('schema')`
    SELECT n.nspname AS schema, c.relname AS name FROM pg_rewrite r
      JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE r.rulename = '_RETURN' AND n.nspname = $1 AND (
       EXISTS (SELECT FROM regexp_matches(r.ev_action::text, ':(?:funcid|opfuncid|tsmhandler) (\\d+)', 'g') AS called (oid)
                 JOIN ${FUNCTION} ON f.oid = called.oid[1]::oid WHERE ${IS_OPAQUE})
       OR EXISTS (SELECT FROM regexp_matches(r.ev_action::text, ':relid (\\d+)', 'g') AS read (oid)
                   WHERE read.oid[1]::oid BETWEEN 1 AND ${LAST}))`,
  item: (row) => ({ target: { schema: text(row, 'schema'), name: text(row, 'name') }, column: null }),
}
