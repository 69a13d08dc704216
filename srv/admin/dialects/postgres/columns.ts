import { taking, flag, list, number, numberOrNull, text, textOrNull } from '../rows.ts'
import type { Catalog } from '../dialect.ts'
import type { OwnType } from '../../core/own-type.ts'
import type { ForeignKeyMetadata } from '../metadata.ts'
import { baseType, COMPARISON } from './comparison.ts'
import { isLocked } from './locked.ts'
import { kindOf } from './values.ts'

/** Tables and views, with their schemas. */
export const RELATION = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace`

/** The names of columns by their numbers, as a JSON array in that order. */
export const columnNames = (relation: string, numbers: string): string =>
  `(SELECT json_agg(a.attname ORDER BY u.position) FROM unnest(${numbers}) WITH ORDINALITY AS u(number, position)
      JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = u.number)`

/**
 * Whether a B-tree of all rows begins with the column, and sorts texts by code point, as this API does. How the database
 * sorts by default stands in columns that older releases lack.
 */
const SORTED_BY_INDEX = `(a.attnum IN (
    SELECT x.indkey[0] FROM pg_index x JOIN pg_class xc ON xc.oid = x.indexrelid JOIN pg_am am ON am.oid = xc.relam
     WHERE x.indrelid = c.oid AND x.indisvalid AND x.indpred IS NULL AND am.amname = 'btree'
       AND x.indcollation[0] = a.attcollation)
   AND (a.attcollation = 0 OR EXISTS (
    SELECT FROM pg_collation l LEFT JOIN pg_database d ON l.collprovider = 'd' AND d.datname = current_database()
     WHERE l.oid = a.attcollation AND (coalesce(to_jsonb(d) ->> 'datlocprovider', l.collprovider::text) = 'b'
        OR coalesce(to_jsonb(d) ->> 'datlocprovider', l.collprovider::text) IN ('c', 'd')
           AND coalesce(d.datcollate, l.collcollate) IN ('C', 'POSIX')))))`

// https://www.postgresql.org/docs/current/catalog-pg-attribute.html; the type modifier holds length, or precision and scale.
const EXPRESSION = 'pg_get_expr(d.adbin, d.adrelid)'
const columnsWhere = (condition: string, expression = EXPRESSION): string => `
    SELECT c.relname AS "table", a.attname AS name, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum) AS position,
           format_type(a.atttypid, a.atttypmod) AS type, b.typname AS base, m.modifier, a.attnotnull OR t.typnotnull AS required,
           coalesce(${expression}, t.typdefault) AS default_value, CASE a.attgenerated WHEN 's' THEN 'STORED' WHEN 'v' THEN 'VIRTUAL' END AS generated, a.attidentity AS identity,
           has_column_privilege(c.oid, a.attnum, 'SELECT') AS readable,
           nullif(least(array_position(i.indkey::int2[], a.attnum), i.indnkeyatts), i.indnkeyatts) AS key_position, col_description(c.oid, a.attnum) AS comment,
           format('%I.%I', bn.nspname, b.typname) AS own_name, ${COMPARISON} AS comparison, ${SORTED_BY_INDEX} AS sorted
      FROM ${RELATION}
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type t ON t.oid = a.atttypid
      JOIN pg_type b ON b.oid = ${baseType('t')}
      JOIN pg_namespace bn ON bn.oid = b.typnamespace
     CROSS JOIN LATERAL (SELECT CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END AS modifier) m
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     WHERE n.nspname = $1 AND ${condition}
     ORDER BY c.relname COLLATE "C", a.attnum`

export const columns: Catalog['columns'] = {
  statement: taking('schema', 'table')`${columnsWhere('c.relname = $2')}`,
  item: (row) => {
    const kind = kindOf(text(row, 'base'))
    const comparison = textOrNull(row, 'comparison') as OwnType['comparison'] | null
    const modifier = number(row, 'modifier') - 4
    const isDecimal = kind === 'decimal' && modifier >= 0
    const keyPosition = numberOrNull(row, 'key_position')
    const generated = textOrNull(row, 'generated')
    const expression = textOrNull(row, 'default_value')
    return {
      name: text(row, 'name'),
      position: number(row, 'position'),
      type: text(row, 'type'),
      kind,
      ...(comparison && {
        own: { name: text(row, 'own_name'), comparison, ignoresCase: text(row, 'base') === 'citext' },
      }),
      length: kind === 'text' && modifier >= 0 ? modifier : null,
      precision: isDecimal ? modifier >> 16 : null,
      scale: isDecimal ? ((modifier & 0x7ff) ^ 0x400) - 0x400 : null, // eleven bits with sign
      nullable: !flag(row, 'required'),
      defaultValue: generated === null ? expression : null,
      isGenerated: generated !== null,
      ...(generated !== null && { generation: `(${expression}) ${generated}` }),
      identity: IDENTITIES[text(row, 'identity')] ?? null,
      keyPosition: keyPosition === null ? null : keyPosition + 1, // an int2vector counts from 0
      ...(!flag(row, 'readable') && { isReadable: false }),
      ...(flag(row, 'sorted') && { isSortedByIndex: true }),
      comment: textOrNull(row, 'comment'),
    }
  },
}

export const columnsOf: Catalog['columnsOf'] = {
  statement: ({ schema, tables }) => ({
    sql: columnsWhere(
      'c.relname = ANY (ARRAY(SELECT json_array_elements_text($2::json)))',
      `CASE WHEN NOT ${isLocked('c.oid')} THEN ${EXPRESSION} END`,
    ),
    parameters: [schema, JSON.stringify(tables)],
  }),
  item: (row) => ({ table: text(row, 'table'), column: columns.item(row) }),
}

// https://www.postgresql.org/docs/current/catalog-pg-index.html: an index over an expression says nothing of a column.
export const uniqueKeys: Catalog['uniqueKeys'] = {
  statement: taking('schema', 'table')`
    SELECT ${columnNames('i.indrelid', '(i.indkey::int2[])[0:i.indnkeyatts - 1]')} AS columns
      FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN ${RELATION} ON c.oid = i.indrelid
     WHERE n.nspname = $1 AND c.relname = $2 AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
     ORDER BY x.relname COLLATE "C"`,
  item: (row) => list(row, 'columns'),
}

// https://www.postgresql.org/docs/current/catalog-pg-constraint.html
// Older releases have neither keys that are not enforced nor periods.
// A key to a partitioned table has a row for each of its partitions as well, none of which holds all that is referred to.
const keysWhere = (condition: string) => taking('schema', 'table')`
    SELECT k.conname AS name, n.nspname AS schema, c.relname AS "table", pn.nspname AS parent_schema, p.relname AS parent,
           ${columnNames('k.conrelid', 'k.conkey')} AS columns, ${columnNames('k.confrelid', 'k.confkey')} AS parent_columns,
           k.confmatchtype AS match, k.confupdtype AS on_update, k.confdeltype AS on_delete,
           coalesce((to_jsonb(k) ->> 'conenforced')::boolean, true) AS enforced,
           k.condeferred AND k.confdeltype = 'a' AS deferrable, coalesce((to_jsonb(k) ->> 'conperiod')::boolean, false) AS period
      FROM pg_constraint k JOIN ${RELATION} ON c.oid = k.conrelid
      JOIN pg_class p ON p.oid = k.confrelid JOIN pg_namespace pn ON pn.oid = p.relnamespace
      LEFT JOIN pg_constraint whole ON whole.oid = k.conparentid AND whole.conrelid = k.conrelid
     WHERE k.contype = 'f' AND ${condition} AND whole.oid IS NULL
     ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C", k.conname COLLATE "C"`

export const foreignKeys: Catalog['foreignKeys'] = {
  statement: keysWhere('n.nspname = $1 AND ($2::text IS NULL OR c.relname = $2::text)'),
  item: (row) => ({
    name: text(row, 'name'),
    schema: text(row, 'schema'),
    table: text(row, 'table'),
    columns: list(row, 'columns'),
    referencedSchema: text(row, 'parent_schema'),
    referencedTable: text(row, 'parent'),
    referencedColumns: list(row, 'parent_columns'),
    match: MATCHES[text(row, 'match')] ?? 'simple',
    onUpdate: ACTIONS[text(row, 'on_update')] ?? 'NO ACTION',
    onDelete: ACTIONS[text(row, 'on_delete')] ?? 'NO ACTION',
    isEnforced: flag(row, 'enforced'),
    ...(flag(row, 'deferrable') && { isDeferrable: true }),
    ...(flag(row, 'period') && { hasPeriod: true }),
  }),
}

export const keysFromElsewhere: Catalog['keysFromElsewhere'] = {
  statement: keysWhere('pn.nspname = $1 AND p.relname = $2 AND n.nspname <> $1'),
  item: foreignKeys.item,
}

const IDENTITIES: Record<string, 'always' | 'by default'> = { a: 'always', d: 'by default' }
const MATCHES: Record<string, ForeignKeyMetadata['match']> = { f: 'full', p: 'partial', s: 'simple' }
const ACTIONS: Record<string, string> = { a: 'NO ACTION', r: 'RESTRICT', c: 'CASCADE', n: 'SET NULL', d: 'SET DEFAULT' }
