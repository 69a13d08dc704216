import { type Structure, type Copies, COPY_MARK, type CopyInput, PARTIAL_COPY, type Planner } from '../structure.ts'
import { clone, mayMakeTable, refuseUnlessGranted } from './structure/clone.ts'
import { taking, text } from '../rows.ts'
import { quoteIdentifier as quote } from '../../core/identifiers.ts'
import { AdminError } from '../../core/errors.ts'
import { PlanWriter } from '../plan-writer.ts'
import { structureQuestions, readAnswers } from './structure/questions.ts'
import { addForeignKey, insertRows, makeTable, qualified } from './structure/statements.ts'

/** By the SQL reference guide of SAP HANA Cloud, which has comments on tables and none on schemas. */
const copies: Copies = {
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

/** Makes a table by LIKE. */
const copy: Planner<CopyInput> = {
  questions: ({ source, target }) => ({
    granted: mayMakeTable(target.schema),
    ...structureQuestions(source.schema, source.name),
  }),
  plan: (input, answers) => {
    const { source, target, includeData } = input
    refuseUnlessGranted(answers, `CREATE ANY on schema '${target.schema}'`)
    const { tables, indexes, foreignKeys, triggers } = readAnswers(source.schema, answers)
    const [table] = tables
    if (!table || table.isVirtual)
      throw new AdminError('NOT_SUPPORTED', `'${source.name}' is no table that can be copied`)
    const own = qualified(target.schema, target.name)
    const plan = new PlanWriter()
    plan.steps.push({ phase: 'making the table', ...makeTable(table, source.schema, target) })
    plan.step('making the table', `COMMENT ON TABLE ${own} IS '${COPY_MARK}'`)
    plan.make('table', target.name)
    plan.make('constraint', ...table.constraints)
    plan.make('index', ...indexes.map(({ name }) => name))
    for (const name of triggers) plan.skip('trigger', name, 'SAP HANA triggers are not copied')
    plan.skip('grants', source.name, 'Privileges are not copied')
    if (includeData) {
      const sql = insertRows(table, qualified(source.schema, source.name), own)
      plan.rows(target.name, sql, table.keyColumns.map(quote), input)
    }
    for (const key of foreignKeys) {
      const isSelf = key.parentSchema === source.schema && key.parent === source.name
      if (isSelf && (input.where !== null || input.limit !== null)) {
        plan.skip('foreignKey', key.name, PARTIAL_COPY)
        continue
      }
      const parent = isSelf ? own : qualified(key.parentSchema, key.parent)
      // Names of constraints are unique in a schema.
      const named = { ...key, name: `${target.name}_${key.name}` }
      plan.step('making constraints', addForeignKey(named, own, parent))
      plan.make('foreignKey', named.name)
    }
    return plan
  },
}

/** https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/identifiers */
const MAX_NAME_CHARACTERS = 127

/** Taken from SAP's documentation: the session has switched off that each change of structure commits. */
export const structure: Structure = {
  nameProblem: (name) =>
    name.length > MAX_NAME_CHARACTERS ? `A name has at most ${MAX_NAME_CHARACTERS} characters` : null,
  clone,
  copy,
  copies,
}
