import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { applyEdits, isSymbol, isWord, readSqlTokens, type SqlToken } from '../../../core/sql-tokens.ts'
import { type Statement, plain } from '../../../core/values.ts'
import type { ForeignKey, Sequence, Table, Trigger } from './read-answers.ts'
import { taking, text } from '../../rows.ts'
import type { Catalog } from '../../dialect.ts'
import { RELATION } from '../columns.ts'

/** A text as a literal of SQL, for statements that take no parameters. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * A table like another one.
 * @param including what of it, as in CREATE TABLE … LIKE.
 */
export const createTable = (table: Table, source: string, target: string, including: string): string =>
  [
    `CREATE ${table.isUnlogged ? 'UNLOGGED ' : ''}TABLE ${target} (LIKE ${source} ${including})`,
    table.options === null ? '' : `WITH (${table.options})`,
  ]
    .join(' ')
    .trim()

/** Bare names of tables and sequences in the new default are never the source's. */
export const setDefault = (table: string, column: string, definition: string): string =>
  `ALTER TABLE ${table} ALTER COLUMN ${quote(column)} SET DEFAULT ${definition}`

export const createSequence = ({ isUnlogged, type, options }: Sequence, target: string): string =>
  `CREATE ${isUnlogged ? 'UNLOGGED ' : ''}SEQUENCE ${target} AS ${type} ${options}`

/**
 * Lets the database number a column. LIKE would do so, but make up the sequence's name and forget its type.
 *
 * @param name of the sequence; made up when null.
 */
export const addIdentity = ({ identity, column, options }: Sequence, table: string, name: string | null): string =>
  [
    `ALTER TABLE ${table} ALTER COLUMN ${quote(column ?? '')} ADD GENERATED ${identity ?? ''} AS IDENTITY`,
    `(${name === null ? '' : `SEQUENCE NAME ${name} `}${options})`,
  ].join(' ')

/** The default with its sequence exchanged. @param sequence quoted and qualified. */
export const redirectDefault = (definition: string, reference: string, sequence: string): string =>
  definition.replaceAll(reference, () => `${literal(sequence)}::regclass`)

/** Lets a sequence go on where another one is. @param target text that names the sequence: quoted and qualified. */
export const setSequence = (target: string, source: string): Statement => ({
  sql: `SELECT setval($1::text::regclass, last_value, is_called) FROM ${source}`,
  parameters: [target],
})

/** The same for the sequence of an identity column. */
export const setIdentity = (table: string, column: string, source: string): Statement => ({
  sql: `SELECT setval(pg_get_serial_sequence($1, $2)::regclass, last_value, is_called) FROM ${source}`,
  parameters: [table, column],
})

/** A foreign key to another parent; null when the definition has a form that is not known. */
export const addForeignKey = (key: ForeignKey, table: string, parent: string): string | null => {
  const head = key.head + key.parentReference
  if (!key.definition.startsWith(head)) return null
  return `ALTER TABLE ${table} ADD CONSTRAINT ${quote(key.name)} ${key.head}${parent}${key.definition.slice(head.length)}`
}

/** A trigger on another table: the first ON of its definition is followed by the table. */
export const createTrigger = ({ definition }: Trigger, table: string): string => {
  const tokens = readSqlTokens(definition)
  return replaceName(definition, tokens, tokens.findIndex((token) => isWord(token, 'ON')) + 1, table)
}

const TRIGGER_STATES: Readonly<Record<string, string>> = {
  D: 'DISABLE TRIGGER',
  R: 'ENABLE REPLICA TRIGGER',
  A: 'ENABLE ALWAYS TRIGGER',
}

/** What makes a new trigger fire as the old one does; null when it does already. */
export const setTriggerState = ({ enabled, name }: Trigger, table: string): string | null => {
  const state = TRIGGER_STATES[enabled]
  return state === undefined ? null : `ALTER TABLE ${table} ${state} ${quote(name)}`
}

const RULE_STATES: Readonly<Record<string, string>> = {
  D: 'DISABLE RULE',
  R: 'ENABLE REPLICA RULE',
  A: 'ENABLE ALWAYS RULE',
}

/** Null when it is as a new one. */
export const ruleState = (enabled: string): string | null => RULE_STATES[enabled] ?? null

/** A table with columns and constraints that are written already. */
export const createTableText = (table: Table, target: string, lines: readonly string[]): string =>
  [
    `CREATE ${table.isUnlogged ? 'UNLOGGED ' : ''}TABLE ${target} (${lines.map((line) => `\n  ${line}`).join(',')}\n)`,
    table.partitionKey === null ? '' : ` PARTITION BY ${table.partitionKey}`,
    table.accessMethod === null ? '' : ` USING ${table.accessMethod}`,
    table.options === null ? '' : ` WITH (${table.options})`,
  ].join('')

/** An index on another table. */
export const createIndex = (definition: string, table: string): string => {
  const tokens = readSqlTokens(definition)
  const on = tokens.findIndex((token) => isWord(token, 'ON'))
  const first = isWord(tokens[on + 1], 'ONLY') ? on + 2 : on + 1
  return replaceName(definition, tokens, first, table)
}

/** What stands behind the name of statistics, on another table: the last FROM names it. */
export const onTable = (definition: string, table: string): string => {
  const tokens = readSqlTokens(definition)
  return replaceName(definition, tokens, tokens.findLastIndex((token) => isWord(token, 'FROM')) + 1, table)
}

/** Exchanges a name, qualified or not, that begins at a token. */
const replaceName = (text: string, tokens: readonly SqlToken[], at: number, name: string): string => {
  const last = isSymbol(tokens[at + 1], '.') ? tokens[at + 2] : tokens[at]
  const first = tokens[at]
  return first && last ? applyEdits(text, [{ start: first.start, end: last.end, text: name }]) : text
}

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
