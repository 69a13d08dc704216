import { quoteIdentifier } from '../../core/identifiers.ts'
import { taking, flag, text } from '../rows.ts'
import type { Sequences } from '../dialect.ts'
import { baseType } from './comparison.ts'

/**
 * Sequences that number a column by itself, of identity columns and those in defaults. COPY and INSERT with values of their own
 * leave them where they are: https://www.postgresql.org/docs/current/functions-sequence.html
 */
export const sequences: Sequences = {
  ofTable: {
    statement: taking('schema', 'table')`
      SELECT DISTINCT a.attname AS column, format('%I.%I', sn.nspname, s.relname) AS name, q.seqincrement > 0 AS rises, q.seqcache AS cache,
             pg_has_role(s.relowner, 'USAGE') AS owned,
             has_sequence_privilege(s.oid, 'SELECT') AND has_sequence_privilege(s.oid, 'UPDATE') AS movable
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
        JOIN pg_type t ON t.oid = a.atttypid JOIN pg_type b ON b.oid = ${baseType('t')}
        LEFT JOIN pg_attrdef e ON e.adrelid = c.oid AND e.adnum = a.attnum
        JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.classid = 'pg_class'::regclass AND d.deptype = 'i'
                            AND d.refobjid = c.oid AND d.refobjsubid = a.attnum
          OR d.refclassid = 'pg_class'::regclass AND d.classid = 'pg_attrdef'::regclass AND d.objid = e.oid
        JOIN pg_class s ON s.relkind = 'S' AND s.oid = CASE d.deptype WHEN 'i' THEN d.objid ELSE d.refobjid END
        JOIN pg_namespace sn ON sn.oid = s.relnamespace JOIN pg_sequence q ON q.seqrelid = s.oid
       WHERE n.nspname = $1 AND c.relname = $2 AND b.typname IN ('int2', 'int4', 'int8', 'numeric')
       ORDER BY 1, 2`,
    item: (row) => ({
      column: text(row, 'column'),
      name: text(row, 'name'),
      rises: flag(row, 'rises'),
      cache: text(row, 'cache'),
      isOwned: flag(row, 'owned'),
      isMovable: flag(row, 'movable'),
    }),
  },
  hold: ({ name, cache, isOwned }) =>
    isOwned ? { sql: `ALTER SEQUENCE ${name} CACHE ${cache}`, parameters: [] } : null,
  moveOn: ({ schema, table }, { column, name, rises }) => {
    const [last, beyond] = rises ? ['max', '>='] : ['min', '<=']
    const value = quoteIdentifier(column)
    return {
      sql: `SELECT setval($1::text::regclass, t.value::bigint)
        FROM (SELECT ${last}(${value}) AS value FROM ${quoteIdentifier(schema)}.${quoteIdentifier(table)}) AS t, ${name} AS s, pg_sequence AS q
       WHERE q.seqrelid = $1::text::regclass AND t.value BETWEEN q.seqmin AND q.seqmax
         AND t.value ${beyond} s.last_value + CASE WHEN s.is_called THEN q.seqincrement ELSE 0 END`,
      parameters: [name],
    }
  },
}
