import { type CatalogQuery, taking, flag, text, textOrNull } from '../rows.ts'
import { type CatalogLineage, type Flow, readEnd, readTransformation } from '../lineage.ts'
import type { LineageEdgeType } from '../../core/lineage/graph.ts'
import { functionName, isReadable, scripts } from './function-flows.ts'
import { isBodyLocked, isLocked, isViewLocked } from './locked.ts'
import { untraced, RELATIONS, relationType, viewFlows } from './view-flows.ts'

/** Functions with a text of their own: those in C and of the server read no table that a catalog could know. */
const isScripted = (alias: string): string =>
  `${alias}.prolang NOT IN (SELECT oid FROM pg_language WHERE lanname IN ('c', 'internal'))`

const flows = (type: LineageEdgeType, sql: string): CatalogQuery<{ schema: string }, Flow> => ({
  statement: ({ schema }) => ({ sql: `${sql} ORDER BY 1, 2, 4, 5, 7`, parameters: [schema] }),
  item: (row) => ({
    source: readEnd(row, 'source'),
    target: readEnd(row, 'target'),
    type,
    sourceColumn: textOrNull(row, 'source_column'),
    targetColumn: null,
  }),
})

/**
 * What depends on what, as the server has recorded it: https://www.postgresql.org/docs/current/catalog-pg-depend.html
 */
export const lineage: CatalogLineage = {
  method: 'catalog',
  scripts,
  views: viewFlows,
  // https://www.postgresql.org/docs/current/catalog-pg-inherits.html, and rules of other tables, which may write into this one
  relatives: {
    statement: taking('schema', 'name')`
      WITH self AS (SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2),
           relative (oid, is_unsure) AS (
             SELECT inhparent, false FROM pg_inherits WHERE inhrelid IN (SELECT oid FROM self)
             UNION SELECT inhrelid, false FROM pg_inherits WHERE inhparent IN (SELECT oid FROM self)
             UNION SELECT r.ev_class, true FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid AND r.rulename <> '_RETURN'
              WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND r.ev_class <> d.refobjid
                AND d.refobjid IN (SELECT oid FROM self))
      SELECT n.nspname AS schema, c.relname AS name, is_unsure FROM relative JOIN pg_class c ON c.oid = relative.oid
        JOIN pg_namespace n ON n.oid = c.relnamespace`,
    item: (row) => ({ schema: text(row, 'schema'), name: text(row, 'name'), isUnsure: flag(row, 'is_unsure') }),
  },
  isWritten: {
    statement: taking('name')`
      SELECT 1 AS n FROM pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace JOIN pg_language l ON l.oid = f.prolang
       WHERE ${isReadable('l', 'n')} AND CASE WHEN f.prosqlbody IS NULL THEN strpos(lower(f.prosrc), lower($1)) > 0
                  ELSE ${isBodyLocked('f.oid')} OR strpos(lower(pg_get_function_sqlbody(f.oid)), lower($1)) > 0 END LIMIT 1`,
    item: () => true,
  },
  untraced,
  flows: [
    // Functions that views and functions call.
    flows(
      'function',
      `SELECT DISTINCT sn.nspname AS source_schema, ${functionName('s')} AS source, 'procedure' AS source_type,
              tn.nspname AS target_schema, t.relname AS target, ${relationType('t')} AS target_type, NULL AS source_column
         FROM pg_depend d
         JOIN pg_rewrite r ON r.oid = d.objid AND r.rulename = '_RETURN'
         JOIN pg_class t ON t.oid = r.ev_class JOIN pg_namespace tn ON tn.oid = t.relnamespace
         JOIN pg_proc s ON s.oid = d.refobjid JOIN pg_namespace sn ON sn.oid = s.pronamespace
        WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_proc'::regclass AND d.deptype = 'n'
          AND ${isScripted('s')} AND $1 IN (sn.nspname, tn.nspname)`,
    ),
    flows(
      'function',
      `SELECT DISTINCT sn.nspname AS source_schema, ${functionName('s')} AS source, 'procedure' AS source_type,
              tn.nspname AS target_schema, ${functionName('t')} AS target, 'procedure' AS target_type, NULL AS source_column
         FROM pg_depend d
         JOIN pg_proc t ON t.oid = d.objid JOIN pg_namespace tn ON tn.oid = t.pronamespace
         JOIN pg_proc s ON s.oid = d.refobjid JOIN pg_namespace sn ON sn.oid = s.pronamespace
        WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_proc'::regclass AND d.deptype = 'n'
          AND ${isScripted('s')} AND $1 IN (sn.nspname, tn.nspname)`,
    ),
    // Tables that functions read. One that is not volatile cannot write, so the direction is certain.
    flows(
      'function',
      `SELECT DISTINCT sn.nspname AS source_schema, s.relname AS source, ${relationType('s')} AS source_type,
              tn.nspname AS target_schema, ${functionName('t')} AS target, 'procedure' AS target_type, a.attname AS source_column
         FROM pg_depend d
         JOIN pg_proc t ON t.oid = d.objid JOIN pg_namespace tn ON tn.oid = t.pronamespace
         JOIN pg_class s ON s.oid = d.refobjid AND s.relkind IN ${RELATIONS} JOIN pg_namespace sn ON sn.oid = s.relnamespace
         LEFT JOIN pg_attribute a ON a.attrelid = s.oid AND a.attnum = d.refobjsubid AND d.refobjsubid > 0
        WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype = 'n'
          AND t.provolatile <> 'v' AND $1 IN (sn.nspname, tn.nspname)`,
    ),
    // https://www.postgresql.org/docs/current/catalog-pg-trigger.html
    flows(
      'trigger',
      `SELECT DISTINCT sn.nspname AS source_schema, s.relname AS source, ${relationType('s')} AS source_type,
              tn.nspname AS target_schema, ${functionName('t')} AS target, 'procedure' AS target_type, NULL AS source_column
         FROM pg_trigger g
         JOIN pg_class s ON s.oid = g.tgrelid JOIN pg_namespace sn ON sn.oid = s.relnamespace
         JOIN pg_proc t ON t.oid = g.tgfoid JOIN pg_namespace tn ON tn.oid = t.pronamespace
        WHERE NOT g.tgisinternal AND $1 IN (sn.nspname, tn.nspname)`,
    ),
    // A table shows the rows of its partitions and of those that inherit from it.
    flows(
      'view',
      `SELECT DISTINCT sn.nspname AS source_schema, s.relname AS source, ${relationType('s')} AS source_type,
              tn.nspname AS target_schema, t.relname AS target, ${relationType('t')} AS target_type, NULL AS source_column
         FROM pg_inherits i
         JOIN pg_class s ON s.oid = i.inhrelid AND s.relkind IN ${RELATIONS} JOIN pg_namespace sn ON sn.oid = s.relnamespace
         JOIN pg_class t ON t.oid = i.inhparent AND t.relkind IN ${RELATIONS} JOIN pg_namespace tn ON tn.oid = t.relnamespace
        WHERE $1 IN (sn.nspname, tn.nspname)`,
    ),
  ],
  unresolved: [
    // https://www.postgresql.org/docs/current/catalog-pg-proc.html: only a body in standard SQL is taken apart when it is stored.
    {
      statement: taking('schema')`
        SELECT n.nspname AS schema, ${functionName('f')} AS object, l.lanname AS language, ${isReadable('l', 'n')} AS is_read
          FROM pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace JOIN pg_language l ON l.oid = f.prolang
         WHERE n.nspname = $1 AND (f.prosqlbody IS NULL OR f.provolatile = 'v') ORDER BY 1, 2`,
      item: (row) => ({
        schema: text(row, 'schema'),
        object: text(row, 'object'),
        reason: row['is_read']
          ? `What a function in ${text(row, 'language')} reads and writes is read from its text: what it makes up while it runs is not known`
          : `The server does not know what the text of a function in ${text(row, 'language')} reads and writes`,
      }),
    },
    {
      statement: taking('schema')`
        SELECT n.nspname AS schema, c.relname AS object, r.rulename AS rule
          FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = $1 AND r.rulename <> '_RETURN' ORDER BY 2, 3`,
      item: (row) => ({
        schema: text(row, 'schema'),
        object: text(row, 'object'),
        reason: `The server does not tell what rule '${text(row, 'rule')}' reads from what it writes`,
      }),
    },
  ],
  transformations: {
    statement: ({ schema, names, definition }) => ({
      sql: `WITH wanted AS (SELECT value AS name FROM json_array_elements_text($2::json))
            SELECT n.nspname AS schema, c.relname::text AS object, c.relname::text AS name,
                   CASE c.relkind WHEN 'm' THEN 'materialized' ELSE 'view' END AS type,
                   CASE WHEN $3::boolean AND NOT ${isViewLocked('c.oid')} THEN pg_get_viewdef(c.oid) END AS definition
              FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = $1 AND c.relkind IN ('v', 'm') AND c.relname IN (SELECT name FROM wanted)
            UNION ALL
            SELECT n.nspname, c.relname::text, g.tgname::text, 'trigger',
                   CASE WHEN $3::boolean AND NOT ${isLocked('c.oid')} THEN pg_get_triggerdef(g.oid) END
              FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = $1 AND NOT g.tgisinternal AND c.relname IN (SELECT name FROM wanted)
            UNION ALL
            SELECT n.nspname, ${functionName('f')}, f.proname::text, 'procedure',
                   CASE WHEN $3::boolean AND NOT ${isBodyLocked('f.oid')} THEN pg_get_functiondef(f.oid) END
              FROM pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace
             WHERE n.nspname = $1 AND f.prokind IN ('f', 'p') AND ${functionName('f')} IN (SELECT name FROM wanted)
             ORDER BY 2, 3`,
      parameters: [schema, JSON.stringify(names), definition],
    }),
    item: readTransformation,
  },
}
