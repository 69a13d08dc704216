import { taking, text } from '../../rows.ts'
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { type Copies, COPY_MARK } from '../../structure.ts'

/** A literal with the mark behind what the comment says, itself a literal. */
export const markedComment = (comment: string | null): string => {
  if (comment === null) return `'${COPY_MARK}'`
  return comment.includes(COPY_MARK) ? comment : `${comment.slice(0, -1)}\n${COPY_MARK}'`
}

const isMarked = (object: string, catalog: string): string =>
  `coalesce(obj_description(${object}, '${catalog}'), '') LIKE '%${COPY_MARK}'`

export const copies: Copies = {
  tables: {
    statement: taking('schema')`
      SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND ${isMarked('c.oid', 'pg_class')} ORDER BY c.relname COLLATE "C"`,
    item: (row) => text(row, 'name'),
  },
  schemas: {
    statement: () => ({
      sql: `SELECT nspname AS name FROM pg_namespace WHERE ${isMarked('oid', 'pg_namespace')} ORDER BY nspname COLLATE "C"`,
      parameters: [],
    }),
    item: (row) => text(row, 'name'),
  },
  // https://www.postgresql.org/docs/current/catalog-pg-depend.html: what is normal, and not a part of the object itself.
  dependents: {
    statement: taking('schema', 'table')`
      WITH inside AS (
        SELECT c.oid, c.reltype FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = $1 AND ($2::text IS NULL OR c.relname = $2::text)),
      own AS (
        SELECT 'pg_class'::regclass AS classid, oid AS objid FROM inside
        UNION ALL SELECT 'pg_type'::regclass, reltype FROM inside
        UNION ALL SELECT 'pg_type'::regclass, oid FROM pg_type WHERE $2::text IS NULL AND typnamespace = to_regnamespace(quote_ident($1))
        UNION ALL SELECT 'pg_proc'::regclass, oid FROM pg_proc WHERE $2::text IS NULL AND pronamespace = to_regnamespace(quote_ident($1))),
      found AS (
        SELECT coalesce(r.ev_class, nullif(k.conrelid, 0), a.adrelid, t.tgrelid, c.oid) AS relation, p.oid AS routine
          FROM pg_depend d JOIN own ON d.refclassid = own.classid AND d.refobjid = own.objid
          LEFT JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
          LEFT JOIN pg_constraint k ON d.classid = 'pg_constraint'::regclass AND k.oid = d.objid
          LEFT JOIN pg_attrdef a ON d.classid = 'pg_attrdef'::regclass AND a.oid = d.objid
          LEFT JOIN pg_trigger t ON d.classid = 'pg_trigger'::regclass AND t.oid = d.objid
          LEFT JOIN pg_class c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid
          LEFT JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid AND p.pronamespace <> coalesce(to_regnamespace(quote_ident($1)), 0)
         WHERE d.deptype = 'n')
      SELECT DISTINCT pg_describe_object('pg_class'::regclass, relation, 0) AS name FROM found
       WHERE relation IS NOT NULL AND relation NOT IN (SELECT oid FROM inside)
       UNION SELECT pg_describe_object('pg_proc'::regclass, routine, 0) FROM found WHERE routine IS NOT NULL
       ORDER BY 1`,
    item: (row) => ({ name: text(row, 'name'), text: null }),
  },
  dropTable: (schema, table) => ({ sql: `DROP TABLE ${quote(schema)}.${quote(table)}`, parameters: [] }),
  dropSchema: (schema) => ({ sql: `DROP SCHEMA ${quote(schema)} CASCADE`, parameters: [] }),
}
