import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { OPEN_FUNCTIONS } from '../../../core/open-functions.ts'
import { applyEdits, type Edit, isSymbol, isWord, readSqlTokens, type SqlToken } from '../../../core/sql-tokens.ts'
import type { ValueKind } from '../../../core/values.ts'
import { taking, text } from '../../rows.ts'
import type { Rebuild } from '../../structure.ts'
import { RELATION } from '../columns.ts'
import { literal } from './statements.ts'

/** The widest of each kind, as other engines do not say how wide they are. */
const TYPES: Readonly<Record<ValueKind, string>> = {
  boolean: 'boolean',
  integer: 'bigint',
  decimal: 'numeric',
  float: 'double precision',
  text: 'text',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  binary: 'bytea',
  json: 'json',
  other: 'text',
}
/** https://www.postgresql.org/docs/current/datatype-character.html and datatype-numeric.html */
const MAX_LENGTH = 10_485_760
const MAX_PRECISION = 1_000

/** Names without quotes are folded. */
const isName = ({ type, value }: SqlToken, name: string): boolean =>
  (type === 'word' ? value.toLowerCase() : value) === name

/** They move sequences on, as a default does. */
const COUNTING = ['nextval']

/** Those that come with PostgreSQL, and whose functions only compute. https://www.postgresql.org/docs/current/contrib.html */
const EXTENSIONS = [
  ...[
    'btree_gin',
    'btree_gist',
    'citext',
    'cube',
    'earthdistance',
    'fuzzystrmatch',
    'hstore',
    'intarray',
    'isn',
    'ltree',
  ],
  ...['pg_trgm', 'pgcrypto', 'seg', 'unaccent', '"uuid-ossp"'],
]

/** All names have their schema, as no schema is looked into while they are written. */
export const rebuild: Rebuild = {
  spelling: { isName, brackets: 'arrays', isQualified: true },
  unreadKinds: new Set(['binary']),
  rowsSum: (values) => `sum(hashtextextended(ROW(${values.join(', ')})::text, 0))::text`,
  closed: {
    statement: ({ functions }) => ({
      sql: `SELECT name FROM json_array_elements_text($1::json) AS asked (name)
             WHERE NOT EXISTS (SELECT FROM pg_proc f WHERE f.proname = name) OR EXISTS (
               SELECT FROM pg_proc f WHERE f.proname = name
                  AND (f.pronamespace <> 'pg_catalog'::regnamespace OR f.provolatile <> 'i' AND f.proname <> ALL ($2::text[]))
                  AND NOT EXISTS (SELECT FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
                                   WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid AND d.deptype = 'e' AND e.extname = ANY ($3::text[])))`,
      parameters: [
        JSON.stringify(functions),
        `{${[...OPEN_FUNCTIONS, ...COUNTING].join(',')}}`,
        `{${EXTENSIONS.join(',')}}`,
      ],
    }),
    item: (row) => text(row, 'name'),
  },
  // https://www.postgresql.org/docs/current/catalog-pg-inherits.html
  parts: {
    statement: taking('schema')`
      SELECT n.nspname AS schema, c.relname AS "table", pn.nspname AS "parentSchema", p.relname AS parent
        FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_class p ON p.oid = h.inhparent JOIN pg_namespace pn ON pn.oid = p.relnamespace
       WHERE (n.nspname = $1 OR pn.nspname = $1) AND c.relkind IN ('r', 'p', 'f')
       ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C", h.inhseqno`,
    item: (row) => ({
      ...{ schema: text(row, 'schema'), table: text(row, 'table') },
      ...{ parentSchema: text(row, 'parentSchema'), parent: text(row, 'parent') },
    }),
  },
  // https://www.postgresql.org/docs/current/catalog-pg-type.html; those of extensions come with these
  typesElsewhere: {
    statement: taking('schema')`
      WITH used AS (
        SELECT CASE WHEN o.typcategory = 'A' THEN o.typelem ELSE o.oid END AS oid
          FROM ${RELATION} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_type o ON o.oid = a.atttypid
         WHERE n.nspname = $1 AND c.relkind IN ('r', 'p')
      ), made AS (
        SELECT oid FROM used UNION SELECT unnest(ARRAY[rngtypid, rngmultitypid]) FROM pg_range JOIN used ON oid IN (rngtypid, rngmultitypid)
      )
      SELECT tn.nspname COLLATE "C" AS schema, t.typname COLLATE "C" AS name
        FROM made JOIN pg_type t USING (oid) JOIN pg_namespace tn ON tn.oid = t.typnamespace LEFT JOIN pg_class r ON r.oid = t.typrelid
       WHERE tn.nspname NOT IN ($1, 'pg_catalog', 'information_schema') AND (t.typtype IN ('d', 'e', 'r', 'm') OR r.relkind = 'c')
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e')
       ORDER BY 1, 2`,
    item: (row) => ({ schema: text(row, 'schema'), name: text(row, 'name') }),
  },
  foreign: {
    typeOf: ({ kind, length, precision, scale }) =>
      kind === 'text' && length !== null && length > 0 && length <= MAX_LENGTH
        ? `varchar(${length})`
        : kind === 'decimal' && precision !== null && precision > 0 && precision <= MAX_PRECISION
          ? `numeric(${precision}, ${scale ?? 0})`
          : TYPES[kind],
    numbering: 'GENERATED BY DEFAULT AS IDENTITY',
    hasKeysInTables: false,
  },
  inSchema: ({ sql }, from, to) => (from === to ? sql : withSchema(sql, from, to)),
}

const withSchema = (sql: string, from: string, to: string): string => {
  const tokens = readSqlTokens(sql, 'arrays')
  return applyEdits(
    sql,
    tokens.flatMap((token, index): Edit[] => {
      const { type, value, start, end } = token
      if (type === 'string' && isWord(tokens[index + 3], 'regclass', 'REGCLASS'))
        return [{ start, end, text: literal(withSchema(value, from, to)) }]
      const isSchema = isSymbol(tokens[index + 1], '.') && !isSymbol(tokens[index - 1], '.')
      return isSchema && type !== 'symbol' && type !== 'string' && isName(token, from)
        ? [{ start, end, text: quote(to) }]
        : []
    }),
  )
}
