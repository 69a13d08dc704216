import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { applyEdits, isSymbol, isWord, readSqlTokens, type SqlToken } from '../../../core/sql-tokens.ts'
import type { Statement } from '../../../core/values.ts'
import type { ForeignKey, Sequence, Table, Trigger } from './read-answers.ts'

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
