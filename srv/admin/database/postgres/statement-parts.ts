/**
 * What a statement names, as the server has understood it: of a view, the server keeps the parsed statement, in which each
 * function, table and type stands by its number. Texts in it are numbers too, and names are escaped, so that neither can look
 * like one. Nothing of it has been planned by then, which would already look into tables and call functions.
 * https://www.postgresql.org/docs/current/catalog-pg-rewrite.html
 */
import { OPEN_FUNCTIONS } from '../../core/open-functions.ts'
import { inDryRun } from '../../core/dry-run.ts'
import { plain, type Statement } from '../../core/values.ts'
import type { Row, WriteSession } from '../session.ts'

/**
 * Makes tables and views in the schema of temporary objects, so that no right is needed but `TEMPORARY`, asks about them, and has all of
 * that undone.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-SEARCH-PATH
 */
export const tryStructure = async (
  session: WriteSession,
  statements: readonly string[],
  questions: (schema: string) => readonly Statement[],
): Promise<Row[][]> =>
  inDryRun(
    (work) => session.savepoint(work),
    async () => {
      await session.execute(plain('SET LOCAL search_path TO pg_temp'))
      for (const sql of statements) await session.execute(plain(sql))
      const [row] = await session.query(plain('SELECT nspname FROM pg_namespace WHERE oid = pg_my_temp_schema()'))
      const answers: Row[][] = []
      for (const question of questions(String(row?.['nspname']))) answers.push([...(await session.query(question))])
      return answers
    },
  )

/**
 * Tables and views of PostgreSQL's catalog that tell structure and counters: no passwords, no values of columns, no statements of
 * others, no settings. What is not listed stays closed, as what a newer server may add.
 */
const OPEN_CATALOGS: readonly string[] = [
  ...['pg_am', 'pg_attrdef', 'pg_attribute', 'pg_cast', 'pg_class', 'pg_collation', 'pg_constraint', 'pg_database'],
  ...['pg_depend', 'pg_description', 'pg_enum', 'pg_extension', 'pg_index', 'pg_indexes', 'pg_inherits', 'pg_language'],
  ...['pg_locks', 'pg_matviews', 'pg_namespace', 'pg_opclass', 'pg_operator', 'pg_partitioned_table', 'pg_policies'],
  ...['pg_policy', 'pg_proc', 'pg_range', 'pg_roles', 'pg_sequence', 'pg_sequences', 'pg_tables', 'pg_tablespace'],
  ...['pg_timezone_abbrevs', 'pg_timezone_names', 'pg_trigger', 'pg_type', 'pg_views'],
  ...['all', 'user', 'sys'].flatMap((whose) => [
    `pg_stat_${whose}_tables`,
    `pg_stat_${whose}_indexes`,
    `pg_statio_${whose}_tables`,
    `pg_statio_${whose}_indexes`,
  ]),
  ...['pg_stat_bgwriter', 'pg_stat_database'],
]

const VIEW = 'pg_temp.admin_statement'
export const probeView = (sql: string): { readonly before: string; readonly sql: string } => {
  const before = `CREATE TEMPORARY VIEW admin_statement AS SELECT 1 AS n FROM (`
  return { before, sql: `${before}${sql}\n) AS q` }
}

/** Only parsed: that the text is one statement, not the end of one and the beginning of another. */
export const PREPARE = 'PREPARE admin_statement AS '

const OWN_TREE = `SELECT ev_action::text AS tree FROM pg_catalog.pg_rewrite WHERE ev_class = '${VIEW}'::regclass`
const numbers = (tree: string, field: string): string =>
  `pg_catalog.regexp_matches(${tree}, ':(?:${field}) (\\d+)', 'g') AS named (oid)`
/** Types of what is computed, of constants, and of columns that a list of columns gives them. */
const types = (tree: string): string =>
  `(SELECT of[1] IS NOT NULL, pg_catalog.unnest(pg_catalog.string_to_array(coalesce(of[1], of[2], of[3]), ' '))::oid
      FROM pg_catalog.regexp_matches(${tree}, ':consttype (\\d+)|:(?:resulttype|typid) (\\d+)|:(?:func)?coltypes \\(o ([\\d ]+)\\)', 'g') AS found (of)) AS named (is_constant, oid)`

/** Numbers below are those of objects that come with the server. https://www.postgresql.org/docs/current/system-catalog-initial-data.html */
const COMES_ALONG = 16_384
/** Views and tables of the server that tell of structure, and of nothing that is kept from the database user. */
const isOpenCatalog = (schema: string, object: string): string =>
  `${object}.oid < ${COMES_ALONG} AND (${schema}.nspname = 'information_schema' AND ${object}.relname !~ '_options$'
     OR ${schema}.nspname = 'pg_catalog' AND ${object}.relname IN (${OPEN_CATALOGS.map((name) => `'${name}'`).join(', ')}))`

/** The tables and views that the statement itself names, by their row types or as texts that stand for them, too. */
/** @param opensCatalogs leaves out those of the server that anybody may look into. */
export const tablesOf = (opensCatalogs: boolean): string => `WITH own (tree) AS (${OWN_TREE}), needed AS (
    SELECT refclassid, refobjid FROM pg_catalog.pg_depend AS need JOIN pg_catalog.pg_rewrite AS rule ON rule.oid = need.objid
     WHERE need.classid = 'pg_catalog.pg_rewrite'::regclass AND rule.ev_class = '${VIEW}'::regclass
  ), tables (oid) AS (
    SELECT named.oid[1]::oid FROM own CROSS JOIN LATERAL ${numbers('tree', 'relid')}
    UNION SELECT refobjid FROM needed WHERE refclassid = 'pg_catalog.pg_class'::regclass
    UNION SELECT coalesce(nullif(item.typrelid, 0), type.typrelid) FROM needed
      JOIN pg_catalog.pg_type AS type ON refclassid = 'pg_catalog.pg_type'::regclass AND type.oid = refobjid
      LEFT JOIN pg_catalog.pg_type AS item ON item.oid = type.typelem
  )
  SELECT DISTINCT schema.nspname AS schema, object.relname AS name FROM tables JOIN pg_catalog.pg_class AS object ON object.oid = tables.oid
    JOIN pg_catalog.pg_namespace AS schema ON schema.oid = object.relnamespace
   WHERE object.oid <> '${VIEW}'::regclass ${opensCatalogs ? `AND NOT (${isOpenCatalog('schema', 'object')})` : ''} ORDER BY 1, 2`

/**
 * Functions that the server has not been told to be harmless, with their schemas: looked for in the statement, in the views
 * that it reads and in those that these read, behind operators, aggregates, casts to domains and samples. Of those that come
 * with the server the immutable ones are, which compute and do nothing else, those behind its operators and casts, and some
 * by name. Whether one is marked as without effects says nothing of all others.
 */
export const FUNCTIONS = `WITH RECURSIVE trees (tree) AS (
    ${OWN_TREE}
    UNION
    SELECT more.tree FROM trees CROSS JOIN LATERAL (
      SELECT rule.ev_action::text FROM ${numbers('tree', 'relid')}
        JOIN pg_catalog.pg_class AS view ON view.oid = named.oid[1]::oid AND view.relkind = 'v'
        JOIN pg_catalog.pg_namespace AS schema ON schema.oid = view.relnamespace AND NOT (${isOpenCatalog('schema', 'view')})
        JOIN pg_catalog.pg_rewrite AS rule ON rule.ev_class = view.oid AND rule.ev_type = '1'
      UNION ALL
      SELECT conbin::text FROM ${types('tree')} JOIN pg_catalog.pg_type AS type ON type.oid = named.oid
        LEFT JOIN pg_catalog.pg_type AS base ON base.oid IN (type.typelem, type.typbasetype)
        JOIN pg_catalog.pg_constraint AS domain ON domain.contypid IN (type.oid, base.oid, base.typbasetype) AND domain.contypid <> 0
    ) AS more (tree)
  ), operators (oid) AS (
    SELECT named.oid[1]::oid FROM trees CROSS JOIN LATERAL ${numbers('tree', 'opno|eqop|sortop')}
    UNION SELECT pg_catalog.unnest(pg_catalog.string_to_array(named.oids[1], ' '))::oid FROM trees
      CROSS JOIN LATERAL pg_catalog.regexp_matches(tree, ':opnos \\(o ([\\d ]+)\\)', 'g') AS named (oids)
  ), called (oid) AS (
    SELECT named.oid[1]::oid FROM trees
      CROSS JOIN LATERAL ${numbers('tree', 'funcid|opfuncid|aggfnoid|winfnoid|tsmhandler')}
    UNION SELECT op.oprcode::oid FROM operators JOIN pg_catalog.pg_operator AS op ON op.oid = operators.oid
  ), steps (oid) AS (
    SELECT oid FROM called
    UNION SELECT step.oid FROM called JOIN pg_catalog.pg_aggregate AS aggregate ON aggregate.aggfnoid = called.oid AND called.oid >= ${COMES_ALONG}
      CROSS JOIN LATERAL (VALUES (aggregate.aggtransfn::oid), (aggregate.aggfinalfn::oid), (aggregate.aggcombinefn::oid),
        (aggregate.aggserialfn::oid), (aggregate.aggdeserialfn::oid), (aggregate.aggmtransfn::oid),
        (aggregate.aggminvtransfn::oid), (aggregate.aggmfinalfn::oid)) AS step (oid)
  )
  SELECT DISTINCT schema.nspname AS schema, routine.proname AS name FROM steps
    JOIN pg_catalog.pg_proc AS routine ON routine.oid = steps.oid
    JOIN pg_catalog.pg_namespace AS schema ON schema.oid = routine.pronamespace
   WHERE NOT (schema.nspname = 'pg_catalog' AND routine.oid < ${COMES_ALONG} AND (
      routine.provolatile = 'i' OR routine.prokind IN ('a', 'w')
      OR EXISTS (SELECT FROM pg_catalog.pg_operator AS op WHERE op.oprcode = routine.oid AND op.oid < ${COMES_ALONG})
      OR EXISTS (SELECT FROM pg_catalog.pg_cast AS conversion WHERE conversion.castfunc = routine.oid AND conversion.oid < ${COMES_ALONG}
        AND conversion.casttarget <> 'pg_catalog.regclass'::regtype)
      OR routine.proname IN (${OPEN_FUNCTIONS.map((name) => `'${name}'`).join(', ')})))
   ORDER BY 1, 2`

/**
 * Types whose values stand for objects of the catalog by name, such as `regclass`. Only a constant names an object that can be
 * judged: a value that comes to be while the statement runs would name any.
 */
export const NAMING_TYPES = `WITH RECURSIVE own (tree) AS (${OWN_TREE}), named (oid, is_constant) AS (
    SELECT named.oid, named.is_constant FROM own CROSS JOIN LATERAL ${types('tree')}
  ), parts (oid, is_constant) AS (
    SELECT oid, is_constant FROM named
    UNION SELECT part.oid, false FROM parts JOIN pg_catalog.pg_type AS type ON type.oid = parts.oid
      CROSS JOIN LATERAL (VALUES (type.typelem), (type.typbasetype)) AS part (oid) WHERE part.oid <> 0
  )
  SELECT DISTINCT type.typname AS name FROM parts JOIN pg_catalog.pg_type AS type ON type.oid = parts.oid
   WHERE NOT parts.is_constant AND type.oid < ${COMES_ALONG} AND type.typname ~ '^reg' AND type.typname NOT IN ('regconfig', 'regdictionary')
   ORDER BY 1`

/** A role with rights beyond tables that the user has; a superuser has all of them. */
export const PRIVILEGED_ROLE = `SELECT role.rolname AS name FROM pg_catalog.pg_roles AS role
  WHERE role.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_signal_backend')
    AND pg_catalog.pg_has_role(session_user, role.oid, 'MEMBER')
  ORDER BY role.rolname LIMIT 1`
