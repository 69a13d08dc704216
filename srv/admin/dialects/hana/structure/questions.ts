import type { Statement } from '../../../core/values.ts'
import { AdminError } from '../../../core/errors.ts'
import { flag, number, text, textOrNull } from '../../rows.ts'
import type { Row } from '../../../database/session.ts'
import type { Answers } from '../../structure.ts'

/**
 * What the catalog is asked about a schema, or one table of it when `table` is not null.
 *
 * @see https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/system-views
 */
export const structureQuestions = (schema: string, table: string | null): Readonly<Record<string, Statement>> =>
  Object.fromEntries(
    Object.entries(QUESTIONS).map(([name, { sql, on }]) => {
      const isNarrowed = table !== null && on !== undefined
      const condition = isNarrowed ? ` AND ${on} = ?` : ''
      const parameters = [...(sql.includes('?') ? [schema] : []), ...(isNarrowed ? [table] : [])]
      return [name, { sql: sql.replace('/* table */', condition), parameters }]
    }),
  )

/** `on` is the column to narrow the question to one table with. */
const QUESTIONS: Readonly<Record<string, { readonly sql: string; readonly on?: string }>> = {
  // Objects in a container of SAP HANA Deployment Infrastructure belong to its object owner.
  container: {
    sql: `SELECT COUNT(*) AS "objects" FROM SYS.OWNERSHIP WHERE SCHEMA_NAME = ? AND OWNER_NAME = SCHEMA_NAME || '#OO'`,
  },
  currentSchema: { sql: `SELECT CURRENT_SCHEMA AS "name" FROM SYS.DUMMY` },
  tables: {
    sql: `SELECT TABLE_NAME AS "name", IS_COLUMN_TABLE AS "column", TABLE_TYPE AS "type" FROM SYS.TABLES
           WHERE SCHEMA_NAME = ? AND IS_TEMPORARY = 'FALSE' AND IS_USER_DEFINED_TYPE = 'FALSE'/* table */ ORDER BY TABLE_NAME`,
    on: 'TABLE_NAME',
  },
  columns: {
    sql: `SELECT TABLE_NAME AS "table", COLUMN_NAME AS "name", GENERATION_TYPE AS "generation" FROM SYS.TABLE_COLUMNS
           WHERE SCHEMA_NAME = ?/* table */ ORDER BY TABLE_NAME, POSITION`,
    on: 'TABLE_NAME',
  },
  keys: {
    sql: `SELECT TABLE_NAME AS "table", COLUMN_NAME AS "column", CONSTRAINT_NAME AS "name", IS_PRIMARY_KEY AS "primary" FROM SYS.CONSTRAINTS
           WHERE SCHEMA_NAME = ?/* table */ ORDER BY TABLE_NAME, CONSTRAINT_NAME, POSITION`,
    on: 'TABLE_NAME',
  },
  indexes: {
    sql: `SELECT TABLE_NAME AS "table", INDEX_NAME AS "name" FROM SYS.INDEXES
           WHERE SCHEMA_NAME = ? AND "CONSTRAINT" IS NULL/* table */ ORDER BY TABLE_NAME, INDEX_NAME`,
    on: 'TABLE_NAME',
  },
  foreignKeys: {
    sql: `SELECT CONSTRAINT_NAME AS "name", TABLE_NAME AS "table", COLUMN_NAME AS "column", REFERENCED_SCHEMA_NAME AS "parent_schema",
                 REFERENCED_TABLE_NAME AS "parent", REFERENCED_COLUMN_NAME AS "parent_column", UPDATE_RULE AS "on_update", DELETE_RULE AS "on_delete",
                 IS_ENFORCED AS "enforced", IS_VALIDATED AS "validated", CHECK_TIME AS "check_time"
            FROM SYS.REFERENTIAL_CONSTRAINTS WHERE SCHEMA_NAME = ?/* table */ ORDER BY TABLE_NAME, CONSTRAINT_NAME, POSITION`,
    on: 'TABLE_NAME',
  },
  triggers: {
    sql: `SELECT TRIGGER_NAME AS "name" FROM SYS.TRIGGERS WHERE SUBJECT_TABLE_SCHEMA = ?/* table */ ORDER BY TRIGGER_NAME`,
    on: 'SUBJECT_TABLE_NAME',
  },
  views: {
    sql: `SELECT VIEW_NAME AS "name", DEFINITION AS "definition", VIEW_TYPE AS "type" FROM SYS.VIEWS WHERE SCHEMA_NAME = ? ORDER BY VIEW_NAME`,
  },
  viewNeeds: {
    sql: `SELECT DEPENDENT_OBJECT_NAME AS "view", BASE_OBJECT_NAME AS "needs" FROM SYS.OBJECT_DEPENDENCIES
           WHERE DEPENDENT_SCHEMA_NAME = ? AND BASE_SCHEMA_NAME = DEPENDENT_SCHEMA_NAME AND DEPENDENT_OBJECT_TYPE = 'VIEW'
             AND BASE_OBJECT_TYPE IN ('TABLE', 'VIEW') AND DEPENDENCY_TYPE = 1 ORDER BY 1, 2`,
  },
  // Sequences of identity columns come with their table.
  sequences: {
    sql: `SELECT SEQUENCE_NAME AS "name", TO_VARCHAR(START_NUMBER) AS "start", TO_VARCHAR(MIN_VALUE) AS "min", TO_VARCHAR(MAX_VALUE) AS "max",
                 TO_VARCHAR(INCREMENT_BY) AS "increment",
                 IS_CYCLED AS "cycle", CACHE_SIZE AS "cache" FROM SYS.SEQUENCES
           WHERE SCHEMA_NAME = ? AND SEQUENCE_NAME NOT LIKE '\\_SYS\\_%' ESCAPE '\\' ORDER BY SEQUENCE_NAME`,
  },
  others: {
    sql: `SELECT LOWER(OBJECT_TYPE) AS "type", OBJECT_NAME AS "name" FROM SYS.OBJECTS
           WHERE SCHEMA_NAME = ? AND OBJECT_TYPE IN ('FUNCTION', 'PROCEDURE', 'SYNONYM', 'LIBRARY') ORDER BY 1, 2`,
  },
}

export interface ForeignKey {
  readonly name: string
  readonly table: string
  readonly parentSchema: string
  readonly parent: string
  readonly onUpdate: string
  readonly onDelete: string
  readonly isEnforced: boolean
  readonly isValidated: boolean
  /** Checked at the end of the transaction. */
  readonly isDeferred: boolean
  readonly columns: string[]
  readonly parentColumns: string[]
}

/**
 * What the catalog says about a schema, or one table of it.
 *
 * @throws AdminError `SCHEMA_NOT_ALLOWED` for schemas that are deployed as a whole.
 */
export const readAnswers = (schema: string, answers: Answers) => {
  const rows = (name: string) => answers[name] ?? []
  if (rows('container').some((row) => number(row, 'objects') > 0))
    throw new AdminError(
      'SCHEMA_NOT_ALLOWED',
      `Schema '${schema}' is a container of SAP HANA Deployment Infrastructure: its tables are made and copied by deploying design-time files, or by the container's API (schema '${schema}#DI')`,
    )
  const columns = rows('columns').map((row) => ({
    table: text(row, 'table'),
    name: text(row, 'name'),
    generation: row['generation'] === null ? '' : text(row, 'generation'),
  }))
  const keys = rows('keys').map((row) => ({
    table: text(row, 'table'),
    name: text(row, 'name'),
    column: text(row, 'column'),
    isPrimary: flag(row, 'primary'),
  }))
  return {
    currentSchema: rows('currentSchema').map((row) => text(row, 'name'))[0],
    tables: rows('tables').map((row) => {
      const name = text(row, 'name')
      return {
        name,
        isColumnTable: flag(row, 'column'),
        isVirtual: row['type'] === 'VIRTUAL',
        columns: columns.filter(({ table }) => table === name),
        keyColumns: keys.filter(({ table, isPrimary }) => table === name && isPrimary).map(({ column }) => column),
        constraints: [...new Set(keys.filter(({ table }) => table === name).map((key) => key.name))],
      }
    }),
    indexes: rows('indexes').map((row) => ({ table: text(row, 'table'), name: text(row, 'name') })),
    foreignKeys: foreignKeys(rows('foreignKeys')),
    triggers: rows('triggers').map((row) => text(row, 'name')),
    views: rows('views').map((row) => ({
      name: text(row, 'name'),
      definition: text(row, 'definition'),
      isPlain: row['type'] === 'ROW',
      needs: rows('viewNeeds')
        .filter((need) => need['view'] === row['name'])
        .map((need) => text(need, 'needs')),
    })),
    sequences: rows('sequences').map((row) => ({
      name: text(row, 'name'),
      options: [
        `START WITH ${text(row, 'start')} INCREMENT BY ${text(row, 'increment')}`,
        `MINVALUE ${text(row, 'min')} MAXVALUE ${text(row, 'max')} ${flag(row, 'cycle') ? '' : 'NO '}CYCLE`,
        number(row, 'cache') > 1 ? `CACHE ${text(row, 'cache')}` : 'NO CACHE',
      ].join(' '),
    })),
    others: rows('others').map((row) => ({ type: text(row, 'type'), name: text(row, 'name') })),
  }
}

export type Structure = ReturnType<typeof readAnswers>
export type Table = Structure['tables'][number]

/** @param row with the CHECK_TIME of a foreign key. */
const isDeferred = (row: Row): boolean => textOrNull(row, 'check_time')?.includes('DEFERRED') ?? false

/** The catalog has a row for each column. */
const foreignKeys = (rows: Answers[string]): ForeignKey[] => {
  const keys = new Map<string, ForeignKey>()
  for (const row of rows) {
    const [table, name] = [text(row, 'table'), text(row, 'name')]
    const id = JSON.stringify([table, name])
    const key = keys.get(id) ?? {
      name,
      table,
      parentSchema: text(row, 'parent_schema'),
      parent: text(row, 'parent'),
      onUpdate: text(row, 'on_update'),
      onDelete: text(row, 'on_delete'),
      isEnforced: flag(row, 'enforced'),
      isValidated: flag(row, 'validated'),
      isDeferred: isDeferred(row),
      columns: [],
      parentColumns: [],
    }
    key.columns.push(text(row, 'column'))
    key.parentColumns.push(text(row, 'parent_column'))
    keys.set(id, key)
  }
  return [...keys.values()]
}
