import type { ConstraintStructure } from '../../core/schema-differences/structure.ts'
import type { Row } from '../../database/session.ts'
import { flag, text, textOrNull } from '../rows.ts'
import { ofSchema, read, type SchemaReader } from '../schema-structure.ts'
import { artifactReader } from './artifact-reader.ts'

/** Rows of one object, one for each of its columns, in their order. */
const grouped = (rows: readonly Row[], ...names: readonly string[]): Row[][] => [
  ...Map.groupBy(rows, (row) => JSON.stringify(names.map((name) => row[name]))).values(),
]

const namesOf = (rows: readonly Row[], column: string): string => `(${rows.map((row) => text(row, column)).join(', ')})`

const KINDS: Readonly<Record<string, ConstraintStructure['kind']>> = {
  'PRIMARY KEY': 'primaryKey',
  UNIQUE: 'unique',
  'FOREIGN KEY': 'foreignKey',
  CHECK: 'check',
}

const constraintOf = (rows: readonly Row[]): ConstraintStructure[] => {
  const [row = {}] = rows
  const kind = KINDS[text(row, 'kind')]
  if (kind === undefined) return []
  const parent = (): string => {
    const schema = row['parent_schema'] === row['schema'] ? '' : `${text(row, 'parent_schema')}.`
    const actions = `ON UPDATE ${text(row, 'update_rule')} ON DELETE ${text(row, 'delete_rule')}`
    return ` REFERENCES ${schema}${text(row, 'parent')} ${namesOf(rows, 'parent_column')} ${actions}`
  }
  const condition = textOrNull(row, 'condition')
  const definition = condition ?? `${namesOf(rows, 'column')}${kind === 'foreignKey' ? parent() : ''}`
  return [{ table: text(row, 'table'), name: text(row, 'name'), kind, definition }]
}

/** System views of the SAP HANA SQL reference; not tried on a system. */
const queries = {
  tables: ofSchema(
    `SELECT TABLE_NAME AS "name", TABLE_TYPE AS "type", COMMENTS AS "comment" FROM SYS.TABLES
      WHERE SCHEMA_NAME = ? AND IS_USER_DEFINED_TYPE = 'FALSE' ORDER BY TABLE_NAME`,
    (row) => ({ ...read.table(row), type: text(row, 'type').toLowerCase() }),
  ),
  columns: ofSchema(
    `SELECT TABLE_NAME AS "table", COLUMN_NAME AS "name", POSITION AS "position", DATA_TYPE_NAME AS "type", LENGTH AS "length",
            SCALE AS "scale", IS_NULLABLE AS "nullable", DEFAULT_VALUE AS "defaultValue", GENERATION_TYPE AS "generation",
            GENERATED_ALWAYS_AS AS "generated", COMMENTS AS "comment"
       FROM SYS.TABLE_COLUMNS WHERE SCHEMA_NAME = ? ORDER BY TABLE_NAME, POSITION`,
    (row) => ({ ...read.column(row), type: typeOf(row), identity: identityOf(textOrNull(row, 'generation')) }),
  ),
  constraints: {
    statement: (schema) => ({
      sql: `SELECT SCHEMA_NAME AS "schema", TABLE_NAME AS "table", CONSTRAINT_NAME AS "name", COLUMN_NAME AS "column", POSITION AS "position",
                   CASE WHEN IS_PRIMARY_KEY = 'TRUE' THEN 'PRIMARY KEY' WHEN IS_UNIQUE_KEY = 'TRUE' THEN 'UNIQUE' ELSE 'CHECK' END AS "kind",
                   CHECK_CONDITION AS "condition", NULL AS "parent_schema", NULL AS "parent", NULL AS "parent_column",
                   NULL AS "update_rule", NULL AS "delete_rule"
              FROM SYS.CONSTRAINTS WHERE SCHEMA_NAME = ?
            UNION ALL
            SELECT SCHEMA_NAME, TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, POSITION, 'FOREIGN KEY', NULL,
                   REFERENCED_SCHEMA_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME, UPDATE_RULE, DELETE_RULE
              FROM SYS.REFERENTIAL_CONSTRAINTS WHERE SCHEMA_NAME = ?
             ORDER BY 2, 3, 5`,
      parameters: [schema, schema],
    }),
    read: (rows) => grouped(rows, 'table', 'name').flatMap(constraintOf),
  },
  indexes: {
    statement: (schema) => ({
      sql: `SELECT i.TABLE_NAME AS "table", i.INDEX_NAME AS "name", i.INDEX_TYPE AS "type", i."CONSTRAINT" AS "constraint",
                   c.COLUMN_NAME AS "column", c.ASCENDING_ORDER AS "ascending"
              FROM SYS.INDEXES i JOIN SYS.INDEX_COLUMNS c ON c.INDEX_OID = i.INDEX_OID
             WHERE i.SCHEMA_NAME = ? AND i.INDEX_NAME NOT LIKE '\\_SYS\\_%' ESCAPE '\\'
             ORDER BY i.TABLE_NAME, i.INDEX_NAME, c.POSITION`,
      parameters: [schema],
    }),
    read: (rows) =>
      grouped(rows, 'table', 'name').map((columns) => {
        const [row = {}] = columns
        const ordered = columns.map(
          (each) => `${text(each, 'column')}${flag(each, 'ascending') || each['ascending'] === null ? '' : ' DESC'}`,
        )
        const constraint = textOrNull(row, 'constraint')
        const kind = [constraint, text(row, 'type')].filter((each) => each !== null).join(' ')
        return {
          table: text(row, 'table'),
          name: text(row, 'name'),
          definition: `${kind.toLowerCase()} (${ordered.join(', ')})`,
        }
      }),
  },
  // DEFINITION is a large object, which a text cannot be joined to there.
  triggers: ofSchema(
    `SELECT SUBJECT_TABLE_NAME AS "table", TRIGGER_NAME AS "name", TRIGGER_ACTION_TIME || ' ' || TRIGGER_EVENT || ' ' ||
            TRIGGERED_ACTION_LEVEL AS "when", DEFINITION AS "definition"
       FROM SYS.TRIGGERS WHERE SCHEMA_NAME = ? ORDER BY SUBJECT_TABLE_NAME, TRIGGER_NAME`,
    (row) => ({ ...read.tableObject(row), definition: `${text(row, 'when')} ${text(row, 'definition')}` }),
  ),
  views: ofSchema(
    `SELECT VIEW_NAME AS "name", DEFINITION AS "definition" FROM SYS.VIEWS WHERE SCHEMA_NAME = ? ORDER BY VIEW_NAME`,
    read.schemaObject,
  ),
  sequences: ofSchema(
    `SELECT SEQUENCE_NAME AS "name", 'start ' || TO_VARCHAR(START_NUMBER) || ' increment ' || TO_VARCHAR(INCREMENT_BY) || ' min ' ||
            TO_VARCHAR(MIN_VALUE) || ' max ' || TO_VARCHAR(MAX_VALUE) || CASE IS_CYCLED WHEN 'TRUE' THEN ' cycle' ELSE '' END AS "definition"
       FROM SYS.SEQUENCES WHERE SCHEMA_NAME = ? AND SEQUENCE_NAME NOT LIKE '\\_SYS\\_SEQUENCE\\_%' ESCAPE '\\' ORDER BY SEQUENCE_NAME`,
    read.schemaObject,
  ),
} satisfies SchemaReader['queries']

export const schemaStructure: SchemaReader = {
  trial: artifactReader(queries),
  queries,
  notKept: [
    { kind: 'types', reason: 'User-defined types are compared by the names that columns use' },
    { kind: 'routines', reason: 'Functions and procedures are not read' },
    { kind: 'privileges', reason: 'Privileges are not read' },
  ],
}

const SIZED = /CHAR|BINARY|ALPHANUM|SHORTTEXT|DECIMAL/

const typeOf = (row: Row): string => {
  const type = text(row, 'type')
  if (!SIZED.test(type)) return type
  const scale = type.includes('DECIMAL') && row['scale'] !== null ? `, ${text(row, 'scale')}` : ''
  return `${type}(${text(row, 'length')}${scale})`
}

const identityOf = (generation: string | null): string | null =>
  generation?.includes('IDENTITY')
    ? generation
        .replace(/ AS IDENTITY$/, '')
        .replace(/^GENERATED /, '')
        .toLowerCase()
    : null
