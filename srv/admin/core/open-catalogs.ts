/**
 * Tables and views of PostgreSQL's catalog that tell structure and counters: no passwords, no values of columns, no statements of
 * others, no settings. What is not listed stays closed, as what a newer server may add.
 */
export const OPEN_CATALOGS: readonly string[] = [
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
