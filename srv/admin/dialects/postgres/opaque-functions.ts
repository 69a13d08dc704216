import { OPEN_FUNCTIONS } from '../../core/open-functions.ts'
import { plain } from '../../core/values.ts'
import { taking, text } from '../rows.ts'
import type { CatalogLineage, ScriptReader } from '../lineage.ts'

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
  statement: () => plain(`SELECT DISTINCT f.proname AS name FROM ${FUNCTION} WHERE ${IS_OPAQUE}`),
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
