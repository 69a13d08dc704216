/** https://www.postgresql.org/docs/current/catalog-pg-class.html, column relkind */
export const RELATIONS = `('r', 'p', 'f', 'v', 'm')`
export const relationType = (alias: string): string =>
  `CASE ${alias}.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized' WHEN 'f' THEN 'virtual' ELSE 'table' END`

/** How deep each part of a query's text is, in braces, where it ends. */
const DEPTH = `sum(length(replace(e.part, '}', '')) - length(replace(e.part, '{', ''))) OVER (PARTITION BY r.oid ORDER BY e.number) + e.number`

/**
 * Columns that views and materialized views read, by their rules, and the columns that show them as they are: the server
 * notes with each column of a query which column of which table it is, through subqueries and common table expressions.
 * That is in the text of the query, which
 * https://www.postgresql.org/docs/current/catalog-pg-rewrite.html keeps; were its form another, no column would be told.
 * A backslash stands before braces that are none of the text's own. The query of a view begins with one brace open, and
 * what is deeper belongs to queries inside of it.
 */
export const VIEW_FLOWS = `
  WITH reads AS (
    SELECT DISTINCT r.oid AS rule, t.oid AS view, s.oid AS relation, d.refobjsubid AS number,
           sn.nspname AS source_schema, s.relname AS source, ${relationType('s')} AS source_type,
           tn.nspname AS target_schema, t.relname AS target, ${relationType('t')} AS target_type
      FROM pg_depend d
      JOIN pg_rewrite r ON r.oid = d.objid AND r.rulename = '_RETURN'
      JOIN pg_class t ON t.oid = r.ev_class JOIN pg_namespace tn ON tn.oid = t.relnamespace
      JOIN pg_class s ON s.oid = d.refobjid AND s.relkind IN ${RELATIONS} JOIN pg_namespace sn ON sn.oid = s.relnamespace
     WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype = 'n'
       AND s.oid <> t.oid AND $1 IN (sn.nspname, tn.nspname)),
  entries AS (
    SELECT r.oid AS rule, e.part, e.number, ${DEPTH} AS depth
      FROM pg_rewrite r
     CROSS JOIN LATERAL regexp_split_to_table(regexp_replace(r.ev_action::text, '\\\\.', '', 'g'), '\\{TARGETENTRY ')
           WITH ORDINALITY AS e(part, number)
     WHERE r.oid IN (SELECT rule FROM reads)),
  shown AS (
    SELECT rule, m[1]::int AS position, m[2]::oid AS relation, m[3]::int AS number
      FROM (SELECT rule, lag(depth) OVER (PARTITION BY rule ORDER BY number) AS depth,
                   regexp_match(part, ':resno (\\d+) .*:resorigtbl (\\d+) :resorigcol (\\d+) :resjunk false') AS m
              FROM entries) AS e
     WHERE depth = 2 AND m IS NOT NULL)
  SELECT reads.source_schema, reads.source, reads.source_type, reads.target_schema, reads.target, reads.target_type,
         a.attname AS source_column, b.attname AS target_column
    FROM reads
    LEFT JOIN pg_attribute a ON a.attrelid = reads.relation AND a.attnum = reads.number AND reads.number > 0
    LEFT JOIN shown ON shown.rule = reads.rule AND shown.relation = reads.relation AND shown.number = reads.number
    LEFT JOIN pg_attribute b ON b.attrelid = reads.view AND b.attnum = shown.position`
