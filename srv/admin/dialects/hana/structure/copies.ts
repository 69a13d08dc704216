import { taking } from '../../catalog-query.ts'
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { type Copies, COPY_MARK } from '../../copies.ts'
import { text } from '../../rows.ts'

/** By the SQL reference guide of SAP HANA Cloud, which has comments on tables and none on schemas. */
export const copies: Copies = {
  tables: {
    statement: taking('schema')`
      SELECT TABLE_NAME AS "name" FROM SYS.TABLES WHERE SCHEMA_NAME = ? AND COMMENTS = '${COPY_MARK}' ORDER BY TABLE_NAME`,
    item: (row) => text(row, 'name'),
  },
  schemas: null,
  dependents: {
    statement: ({ schema, table }) => ({
      sql: `SELECT DISTINCT LOWER(DEPENDENT_OBJECT_TYPE) || ' ' || DEPENDENT_SCHEMA_NAME || '.' || DEPENDENT_OBJECT_NAME AS "name"
              FROM SYS.OBJECT_DEPENDENCIES
             WHERE DEPENDENCY_TYPE = 1 AND BASE_SCHEMA_NAME = ?
               AND ${table === null ? 'DEPENDENT_SCHEMA_NAME <> BASE_SCHEMA_NAME' : 'BASE_OBJECT_NAME = ?'}
             UNION
            SELECT 'table ' || SCHEMA_NAME || '.' || TABLE_NAME FROM SYS.REFERENTIAL_CONSTRAINTS
             WHERE REFERENCED_SCHEMA_NAME = ?
               AND ${table === null ? 'SCHEMA_NAME <> REFERENCED_SCHEMA_NAME' : 'REFERENCED_TABLE_NAME = ? AND (SCHEMA_NAME <> REFERENCED_SCHEMA_NAME OR TABLE_NAME <> REFERENCED_TABLE_NAME)'}
             ORDER BY 1`,
      parameters: table === null ? [schema, schema] : [schema, table, schema, table],
    }),
    item: (row) => ({ name: text(row, 'name'), text: null }),
  },
  dropTable: (schema, table) => ({ sql: `DROP TABLE ${quote(schema)}.${quote(table)} RESTRICT`, parameters: [] }),
  dropSchema: (schema) => ({ sql: `DROP SCHEMA ${quote(schema)} CASCADE`, parameters: [] }),
}
