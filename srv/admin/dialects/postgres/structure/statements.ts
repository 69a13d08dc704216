import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { applyEdits, isWord, readSqlTokens } from '../../../core/sql-tokens.ts'
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
  const target = tokens[tokens.findIndex((token) => isWord(token, 'ON')) + 1]
  return target ? applyEdits(definition, [{ start: target.start, end: target.end, text: table }]) : definition
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

/** An index definition that also reaches the partitions. */
export const onAllPartitions = (definition: string): string => {
  const tokens = readSqlTokens(definition)
  const only = tokens[tokens.findIndex((token) => isWord(token, 'ON')) + 1]
  return isWord(only, 'ONLY') && only
    ? applyEdits(definition, [{ start: only.start, end: only.end, text: '' }])
    : definition
}
