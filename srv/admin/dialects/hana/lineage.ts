import { taking, text, textOrNull } from '../rows.ts'
import type { LineageEdgeType } from '../../core/lineage/graph.ts'
import type { CatalogLineage, FlowEnd, Transformation } from '../lineage.ts'

const EDGES: Readonly<Record<string, LineageEdgeType>> = { VIEW: 'view', SYNONYM: 'synonym', FUNCTION: 'function' }
const TYPES: Readonly<Record<string, FlowEnd['type']>> = {
  TABLE: 'table',
  VIRTUAL: 'virtual',
  VIEW: 'view',
  SYNONYM: 'view',
  FUNCTION: 'procedure',
}

/**
 * What depends on what, as the catalog tells it, for objects as a whole. Calculation views are views there.
 *
 * https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/object-dependencies-system-view
 */
export const lineage: CatalogLineage = {
  method: 'catalog',
  flows: [
    {
      statement: taking('schema', 'schema')`
        SELECT DISTINCT D.BASE_SCHEMA_NAME, D.BASE_OBJECT_NAME,
               CASE WHEN V.TABLE_NAME IS NULL THEN D.BASE_OBJECT_TYPE ELSE 'VIRTUAL' END AS BASE_TYPE,
               D.DEPENDENT_SCHEMA_NAME, D.DEPENDENT_OBJECT_NAME, D.DEPENDENT_OBJECT_TYPE
          FROM SYS.OBJECT_DEPENDENCIES AS D
          LEFT JOIN SYS.VIRTUAL_TABLES AS V
            ON V.SCHEMA_NAME = D.BASE_SCHEMA_NAME AND V.TABLE_NAME = D.BASE_OBJECT_NAME
         WHERE D.DEPENDENCY_TYPE = 1 AND (D.BASE_SCHEMA_NAME = ? OR D.DEPENDENT_SCHEMA_NAME = ?)
           AND D.BASE_OBJECT_TYPE IN ('TABLE', 'VIEW', 'SYNONYM', 'FUNCTION')
           AND D.DEPENDENT_OBJECT_TYPE IN ('VIEW', 'SYNONYM', 'FUNCTION')
         ORDER BY 1, 2, 4, 5`,
      item: (row) => ({
        source: {
          schema: text(row, 'BASE_SCHEMA_NAME'),
          name: text(row, 'BASE_OBJECT_NAME'),
          type: TYPES[text(row, 'BASE_TYPE')] ?? 'table',
        },
        target: {
          schema: text(row, 'DEPENDENT_SCHEMA_NAME'),
          name: text(row, 'DEPENDENT_OBJECT_NAME'),
          type: TYPES[text(row, 'DEPENDENT_OBJECT_TYPE')] ?? 'view',
        },
        type: EDGES[text(row, 'DEPENDENT_OBJECT_TYPE')] ?? 'view',
        sourceColumn: null,
        targetColumn: null,
      }),
    },
    {
      statement: taking('schema', 'schema')`
        SELECT SUBJECT_TABLE_SCHEMA, SUBJECT_TABLE_NAME, SCHEMA_NAME, TRIGGER_NAME FROM SYS.TRIGGERS
         WHERE SUBJECT_TABLE_SCHEMA = ? OR SCHEMA_NAME = ? ORDER BY 1, 2, 3, 4`,
      item: (row) => ({
        source: { schema: text(row, 'SUBJECT_TABLE_SCHEMA'), name: text(row, 'SUBJECT_TABLE_NAME'), type: 'table' },
        target: { schema: text(row, 'SCHEMA_NAME'), name: text(row, 'TRIGGER_NAME'), type: 'procedure' },
        type: 'trigger',
        sourceColumn: null,
        targetColumn: null,
      }),
    },
  ],
  unresolved: [
    {
      statement: taking('schema')`
        SELECT SCHEMA_NAME, TRIGGER_NAME FROM SYS.TRIGGERS WHERE SCHEMA_NAME = ? ORDER BY TRIGGER_NAME`,
      item: (row) => ({
        schema: text(row, 'SCHEMA_NAME'),
        object: text(row, 'TRIGGER_NAME'),
        reason: 'The catalog does not tell what a trigger reads from what it writes',
      }),
    },
  ],
  transformations: {
    statement: ({ schema, names, definition }) => {
      const list = names.length > 0 ? names.map(() => '?').join(', ') : 'NULL'
      const shown = definition ? 'DEFINITION' : 'NULL'
      return {
        sql: `SELECT SCHEMA_NAME, VIEW_NAME AS OBJECT_NAME, VIEW_NAME AS NAME, 'view' AS TYPE, ${shown} AS DEFINITION
                FROM SYS.VIEWS WHERE SCHEMA_NAME = ? AND VIEW_NAME IN (${list})
              UNION ALL
              SELECT SUBJECT_TABLE_SCHEMA, SUBJECT_TABLE_NAME, TRIGGER_NAME, 'trigger', ${shown}
                FROM SYS.TRIGGERS WHERE SUBJECT_TABLE_SCHEMA = ? AND SUBJECT_TABLE_NAME IN (${list})
              UNION ALL
              SELECT SCHEMA_NAME, FUNCTION_NAME, FUNCTION_NAME, 'procedure', ${shown}
                FROM SYS.FUNCTIONS WHERE SCHEMA_NAME = ? AND FUNCTION_NAME IN (${list})
              ORDER BY 2, 3`,
        parameters: [schema, ...names, schema, ...names, schema, ...names],
      }
    },
    item: (row) => ({
      schema: text(row, 'SCHEMA_NAME'),
      object: text(row, 'OBJECT_NAME'),
      name: text(row, 'NAME'),
      type: text(row, 'TYPE') as Transformation['type'],
      definition: textOrNull(row, 'DEFINITION'),
    }),
  },
}
