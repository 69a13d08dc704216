/**
 * What a statement names, as the server has understood it: of a view, the server keeps the parsed statement, in which each
 * function and table stands by its number. Texts in it are numbers too, and names are escaped, so that neither can look like
 * one. https://www.postgresql.org/docs/current/catalog-pg-rewrite.html
 */
const VIEW = 'pg_temp.admin_statement'
export const probeView = (sql: string): { readonly before: string; readonly sql: string } => {
  const before = `CREATE TEMPORARY VIEW admin_statement AS SELECT 1 AS n FROM (`
  return { before, sql: `${before}${sql}\n) AS q` }
}

/** Schemas of the tables and views that the statement itself names. */
export const SCHEMAS = `SELECT DISTINCT schema.nspname AS name FROM pg_catalog.pg_rewrite AS rule
  CROSS JOIN LATERAL pg_catalog.regexp_matches(rule.ev_action::text, ':relid (\\d+)', 'g') AS named (relid)
  JOIN pg_catalog.pg_class AS object ON object.oid = named.relid[1]::oid
  JOIN pg_catalog.pg_namespace AS schema ON schema.oid = object.relnamespace
  WHERE rule.ev_class = '${VIEW}'::regclass AND object.oid <> rule.ev_class ORDER BY 1`

/** Marked as volatile, which those are as well that have effects; of these it is known that they have none. */
const HARMLESS = [
  ...['array_sample', 'array_shuffle', 'clock_timestamp', 'gen_random_uuid', 'random', 'random_normal', 'timeofday'],
  ...['uuidv4', 'uuidv7', 'pg_is_in_recovery', 'pg_partition_ancestors', 'pg_partition_tree', 'pg_lock_status'],
  ...['pg_database_size', 'pg_indexes_size', 'pg_relation_size', 'pg_table_size', 'pg_total_relation_size'],
]
/** Not marked so, and yet they read files, or tables by names that come as values. */
const HARMFUL = '_to_xml|^pg_available_extension|^pg_config$|^pg_timezone_names$'

/**
 * Functions that may have effects, which neither a read-only transaction nor a missing right holds back: those that end
 * sessions, take locks, change settings, read files or run a text as a statement. They are looked for in the statement, in
 * the views that it reads and in those that these read; functions that are written in SQL or PL/pgSQL and marked as without
 * effects cannot change tables, which the server itself sees to.
 */
export const FUNCTIONS = `WITH RECURSIVE trees (tree) AS (
    SELECT ev_action::text FROM pg_catalog.pg_rewrite WHERE ev_class = '${VIEW}'::regclass
    UNION
    SELECT rule.ev_action::text FROM trees
      CROSS JOIN LATERAL pg_catalog.regexp_matches(tree, ':relid (\\d+)', 'g') AS named (relid)
      JOIN pg_catalog.pg_class AS view ON view.oid = named.relid[1]::oid AND view.relkind = 'v'
      JOIN pg_catalog.pg_rewrite AS rule ON rule.ev_class = view.oid AND rule.ev_type = '1'
  ), called (oid) AS (
    SELECT named.oid[1]::oid FROM trees
      CROSS JOIN LATERAL pg_catalog.regexp_matches(tree, ':(?:funcid|opfuncid|aggfnoid|winfnoid) (\\d+)', 'g') AS named (oid)
    UNION SELECT op.oprcode::oid FROM trees
      CROSS JOIN LATERAL pg_catalog.regexp_matches(tree, ':opno (\\d+)', 'g') AS named (oid)
      JOIN pg_catalog.pg_operator AS op ON op.oid = named.oid[1]::oid
  ), steps (oid) AS (
    SELECT oid FROM called
    UNION SELECT step.oid FROM called JOIN pg_catalog.pg_aggregate AS aggregate ON aggregate.aggfnoid = called.oid
      CROSS JOIN LATERAL (VALUES (aggregate.aggtransfn::oid), (aggregate.aggfinalfn::oid), (aggregate.aggmtransfn::oid)) AS step (oid)
  )
  SELECT DISTINCT routine.proname AS name FROM steps JOIN pg_catalog.pg_proc AS routine ON routine.oid = steps.oid
  WHERE (routine.provolatile = 'v' OR routine.proname ~ '${HARMFUL}')
    AND NOT (routine.pronamespace = 'pg_catalog'::regnamespace AND routine.proname IN (${HARMLESS.map((name) => `'${name}'`).join(', ')}))
  ORDER BY 1`

/** Rights that reach beyond tables; a superuser has all of them. */
export const MIGHT = `SELECT role.rolname AS name FROM pg_catalog.pg_roles AS role
  WHERE role.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_signal_backend')
    AND pg_catalog.pg_has_role(session_user, role.oid, 'MEMBER')
  ORDER BY role.rolname LIMIT 1`
