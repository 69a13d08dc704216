import { readSqlTokens } from '../../../srv/admin/core/sql-tokens.ts'
import { createTable, isCreateTable, tellViewColumns } from './create-table.ts'
import type { SystemParts } from './system-parts.ts'
import { SqlError } from './sql-error.ts'
import { createTableLike, dropObject, registerView } from './structure-statements.ts'
import { stored } from './to-sqlite.ts'

/** A statement that changes structure, and the names in it. */
interface Change {
  readonly system: SystemParts
  readonly text: string
  readonly names: readonly string[]
}

const has = (system: SystemParts, view: string, where: Readonly<Record<string, string>>): boolean =>
  system.rows(view, where).length > 0

const createSchema = ({ system, names: [schema = ''] }: Change): void => {
  if (has(system, 'SYS.SCHEMAS', { SCHEMA_NAME: schema })) throw new SqlError(386, 'the schema exists')
  system.tell('SYS.SCHEMAS', { SCHEMA_NAME: schema, SCHEMA_OWNER: system.session.user, HAS_PRIVILEGES: 'TRUE' })
}

const dropSchema = ({ system, names: [schema = ''] }: Change): void => {
  if (!has(system, 'SYS.SCHEMAS', { SCHEMA_NAME: schema })) throw new SqlError(362, 'there is no such schema')
  system.database.prepare('DELETE FROM "SYS.SCHEMAS" WHERE SCHEMA_NAME = ?').run(schema)
  for (const { TABLE_NAME } of system.rows('SYS.TABLES', { SCHEMA_NAME: schema }))
    dropObject(system, 'TABLE', schema, String(TABLE_NAME))
  for (const { VIEW_NAME } of system.rows('SYS.VIEWS', { SCHEMA_NAME: schema }))
    dropObject(system, 'VIEW', schema, String(VIEW_NAME))
}

const createLike = ({ system, names: [schema = '', name = '', otherSchema = '', other = ''] }: Change): void => {
  if (!has(system, 'SYS.SCHEMAS', { SCHEMA_NAME: schema })) throw new SqlError(362, 'there is no such schema')
  if (has(system, 'SYS.TABLES', { SCHEMA_NAME: schema, TABLE_NAME: name })) throw new SqlError(288, 'the table exists')
  createTableLike(system, { schema, name }, { schema: otherSchema, name: other })
}

const dropTable = ({ system, names: [schema = '', table = ''] }: Change): void => {
  if (!has(system, 'SYS.TABLES', { SCHEMA_NAME: schema, TABLE_NAME: table })) throw new SqlError(259, 'no such table')
  dropObject(system, 'TABLE', schema, table)
}

const createSequence = ({ system, text, names: [schema = '', name = ''] }: Change): void => {
  const number = (words: string, otherwise: number): number => {
    const [, found] = new RegExp(` ${words} (-?\\d+)`).exec(text) ?? []
    return found === undefined ? otherwise : Number(found)
  }
  system.tell('SYS.SEQUENCES', {
    ...{ SCHEMA_NAME: schema, SEQUENCE_NAME: name, START_NUMBER: number('START WITH', 1) },
    ...{ MIN_VALUE: number('MINVALUE', 1), MAX_VALUE: number('MAXVALUE', 9_999), CACHE_SIZE: number('CACHE', 1) },
    ...{ INCREMENT_BY: number('INCREMENT BY', 1), IS_CYCLED: /(?<! NO) CYCLE/.test(text) ? 'TRUE' : 'FALSE' },
  })
}

const createView = ({ system, text, names: [schema = '', name = ''] }: Change): void => {
  registerView(system, { schema, name, definition: text.replace(/^CREATE VIEW \S+ AS /, '') })
  tellViewColumns(system, schema, name)
}

const dropConstraint = ({ system, names: [schema = '', table = '', constraint = ''] }: Change): void => {
  const where = 'SCHEMA_NAME = ? AND TABLE_NAME = ? AND CONSTRAINT_NAME = ?'
  const { changes } = system.database
    .prepare(`DELETE FROM "SYS.REFERENTIAL_CONSTRAINTS" WHERE ${where}`)
    .run(schema, table, constraint)
  if (changes === 0) throw new SqlError(397, 'no such constraint')
}

const addConstraint = ({ system, names: [schema = '', table = '', constraint = '', ...rest] }: Change): void => {
  const columns = rest.slice(0, (rest.length - 2) / 2)
  const [parentSchema = '', parent = '', ...parentColumns] = rest.slice(columns.length)
  columns.forEach((column, index) => {
    system.tell('SYS.REFERENTIAL_CONSTRAINTS', {
      ...{ SCHEMA_NAME: schema, TABLE_NAME: table, COLUMN_NAME: column, POSITION: index + 1 },
      ...{ CONSTRAINT_NAME: constraint, REFERENCED_SCHEMA_NAME: parentSchema, REFERENCED_TABLE_NAME: parent },
      ...{ REFERENCED_COLUMN_NAME: parentColumns[index] ?? '', UPDATE_RULE: 'RESTRICT', DELETE_RULE: 'RESTRICT' },
      IS_ENFORCED: 'TRUE',
    })
  })
}

const truncate = ({ system, names: [schema = '', table = ''] }: Change): void => {
  system.database.exec(`DELETE FROM ${stored(`${schema}.${table}`)}`)
}

const commentTable = ({ system, text, names: [schema = '', table = ''] }: Change): void => {
  const [, comment = ''] = /^COMMENT ON TABLE \S+ IS '((?:[^']|'')*)'$/.exec(text) ?? []
  const { changes } = system.database
    .prepare('UPDATE "SYS.TABLES" SET COMMENTS = ? WHERE SCHEMA_NAME = ? AND TABLE_NAME = ?')
    .run(comment.replaceAll("''", "'"), schema, table)
  if (changes === 0) throw new SqlError(259, 'no such table')
}

const FORMS: readonly (readonly [RegExp, (change: Change) => void])[] = [
  [/^CREATE SCHEMA /, createSchema],
  [/^DROP SCHEMA /, dropSchema],
  [/^CREATE (?:COLUMN|ROW) TABLE \S+ LIKE /, createLike],
  [/^DROP TABLE /, dropTable],
  [/^CREATE SEQUENCE /, createSequence],
  [/^CREATE VIEW /, createView],
  [/^ALTER TABLE \S+ DROP CONSTRAINT /, dropConstraint],
  [/^ALTER TABLE \S+ ADD CONSTRAINT /, addConstraint],
  [/^TRUNCATE TABLE /, truncate],
  [/^COMMENT ON TABLE /, commentTable],
]

/** Changes structure, and what the catalog says of it. @param text with single blanks. @throws SqlError */
export const changeStructure = (system: SystemParts, text: string): void => {
  const [, change] = FORMS.find(([form]) => form.test(text)) ?? []
  const names = readSqlTokens(text).flatMap((token) => (token.type === 'quoted' ? [token.value] : []))
  if (change) change({ system, text, names })
  else if (isCreateTable(text)) createTable(system, text)
  else throw new SqlError(257, `the double does not know: ${text}`)
}
