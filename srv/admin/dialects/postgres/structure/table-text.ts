import { plain } from '../../../core/values.ts'
import { taking, text } from '../../rows.ts'
import type { Catalog } from '../../dialect.ts'
import { RELATION } from '../columns.ts'

const EXPRESSION = 'pg_get_expr(d.adbin, d.adrelid)'

/** A column as it stands in the statement that makes its table. @param rest what follows: identity, NOT NULL. */
export const columnText = (
  ...rest: readonly string[]
): string => `concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
  CASE WHEN a.attcollation <> t.typcollation THEN 'COLLATE ' || a.attcollation::regcollation::text END,
  CASE a.attgenerated WHEN '' THEN 'DEFAULT ' || ${EXPRESSION} WHEN 's' THEN 'GENERATED ALWAYS AS (' || ${EXPRESSION} || ') STORED'
                      ELSE 'GENERATED ALWAYS AS (' || ${EXPRESSION} || ') VIRTUAL' END, ${rest.join(', ')})`

/** https://www.postgresql.org/docs/current/catalog-pg-sequence.html */
export const SEQUENCE_OPTIONS = `format('INCREMENT BY %s MINVALUE %s MAXVALUE %s START WITH %s CACHE %s %s', q.seqincrement, q.seqmin, q.seqmax, q.seqstart, q.seqcache,
  CASE WHEN q.seqcycle THEN 'CYCLE' ELSE 'NO CYCLE' END)`

/** https://www.postgresql.org/docs/current/catalog-pg-constraint.html: NOT NULL stands with the columns. */
export const tableLines: NonNullable<Catalog['tableLines']> = {
  enter: plain(`SELECT set_config('search_path', '', true)`),
  lines: {
    statement: taking('schema', 'table')`
      SELECT line FROM (
        SELECT 1 AS part, a.attnum::int AS rank, '' AS name, ${columnText(
          `(SELECT 'GENERATED ' || CASE a.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END || ' AS IDENTITY (' || ${SEQUENCE_OPTIONS} || ')'
              FROM pg_depend o JOIN pg_sequence q ON q.seqrelid = o.objid
             WHERE o.refclassid = 'pg_class'::regclass AND o.refobjid = c.oid AND o.refobjsubid = a.attnum AND o.classid = 'pg_class'::regclass AND o.deptype = 'i')`,
          `CASE WHEN a.attnotnull THEN 'NOT NULL' END`,
        )} AS line
          FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
         WHERE n.nspname = $1 AND c.relname = $2
        UNION ALL
        SELECT 2, 0, k.conname, format('CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid))
          FROM pg_constraint k JOIN ${RELATION} ON c.oid = k.conrelid
         WHERE n.nspname = $1 AND c.relname = $2 AND k.contype IN ('p', 'u', 'f', 'c', 'x') AND NOT (k.contype = 'f' AND k.conparentid <> 0)) l
       ORDER BY part, rank, name COLLATE "C"`,
    item: (row) => text(row, 'line'),
  },
}
