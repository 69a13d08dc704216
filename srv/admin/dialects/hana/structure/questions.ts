import type { Statement } from '../../../core/values.ts'

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
