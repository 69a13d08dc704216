/** No SAP HANA can be reached here: the statements for what its catalog would answer, as SAP's documentation has it. */
import { structure } from '../../../../../srv/admin/dialects/hana/structure.ts'
import type { Answers, CloneInput, CopyInput } from '../../../../../srv/admin/dialects/structure.ts'

const TABLE = { column: 'TRUE', type: 'COLUMN' }
const KEY = { on_update: 'RESTRICT', on_delete: 'CASCADE', parent_schema: 'SAGA', enforced: 'TRUE', validated: 'TRUE' }
const LATE = { enforced: 'FALSE', validated: 'FALSE', check_time: 'INITIALLY DEFERRED' }
const ANSWERS: Answers = {
  granted: [{ granted: 1 }],
  container: [{ objects: 0 }],
  currentSchema: [{ name: 'ADMIN' }],
  tables: [
    { ...TABLE, name: 'PERSON' },
    { ...TABLE, name: 'PLANET', column: 'FALSE' },
    { ...TABLE, name: 'FAR', type: 'VIRTUAL' },
  ],
  columns: [
    { table: 'PERSON', name: 'ID', generation: null },
    { table: 'PERSON', name: 'PARENT', generation: 'BY DEFAULT AS IDENTITY' },
    { table: 'PERSON', name: 'SUM', generation: 'ALWAYS AS ("ID" + 1)' },
    { table: 'PLANET', name: 'a"b', generation: null },
  ],
  keys: [
    { table: 'PERSON', name: '_SYS_TREE_CS_#1', column: 'ID', primary: 'TRUE' },
    { table: 'PLANET', name: '_SYS_TREE_CS_#2', column: 'a"b', primary: 'TRUE' },
  ],
  indexes: [{ table: 'PERSON', name: 'BY_PARENT' }],
  foreignKeys: [
    { ...KEY, name: 'HOME', table: 'PERSON', column: 'X', parent: 'PLANET', parent_column: 'a"b' },
    { ...KEY, name: 'HOME', table: 'PERSON', column: 'Y', parent: 'PLANET', parent_column: 'c' },
    { ...KEY, ...LATE, name: 'SELF', table: 'PERSON', column: 'PARENT', parent: 'PERSON', parent_column: 'ID' },
  ],
  triggers: [{ name: 'NOTE' }],
  views: [
    { name: 'A', definition: 'SELECT * FROM "SAGA"."B"', type: 'ROW' },
    { name: 'B', definition: 'SELECT "ID", \'SAGA.x\' AS T FROM saga.PERSON', type: 'ROW' },
    { name: 'C', definition: '', type: 'CALC' },
  ],
  viewNeeds: [
    { view: 'A', needs: 'B' },
    { view: 'B', needs: 'PERSON' },
  ],
  sequences: [{ name: 'S', start: '1', min: '1', max: '9', increment: '2', cycle: 'TRUE', cache: 1 }],
  others: [{ type: 'procedure', name: 'P' }],
}

const CLONE: CloneInput = { source: 'SAGA', target: 'COPY', includeData: true, excluded: [], include: new Set() }
const COPY: CopyInput = {
  source: { schema: 'SAGA', name: 'PERSON' },
  target: { schema: 'OTHER', name: 'x"y' },
  includeData: true,
  where: { sql: '( "ID" > ? )', parameters: [5] },
  limit: 10,
  includeTriggers: false,
}
const sqlOf = (steps: readonly { statement: { sql: string } }[]) => steps.map(({ statement }) => statement.sql)

test('a clone is built in a schema of its own', () => {
  const plan = structure.clone.plan(CLONE, ANSWERS)
  expect(sqlOf(plan.steps)).toEqual([
    'CREATE SCHEMA "COPY"',
    'CREATE SEQUENCE "COPY"."S" START WITH 1 INCREMENT BY 2 MINVALUE 1 MAXVALUE 9 CYCLE NO CACHE',
    'CREATE COLUMN TABLE "COPY"."PERSON" LIKE "SAGA"."PERSON" WITH NO DATA',
    'CREATE ROW TABLE "COPY"."PLANET" LIKE "SAGA"."PLANET" WITH NO DATA',
    'INSERT INTO "COPY"."PERSON" ("ID", "PARENT") SELECT "ID", "PARENT" FROM "SAGA"."PERSON"',
    'INSERT INTO "COPY"."PLANET" ("a""b") SELECT "a""b" FROM "SAGA"."PLANET"',
    'ALTER TABLE "COPY"."PERSON" ADD CONSTRAINT "HOME" FOREIGN KEY ("X", "Y") REFERENCES "COPY"."PLANET" ("a""b", "c") ON UPDATE RESTRICT ON DELETE CASCADE',
    'ALTER TABLE "COPY"."PERSON" ADD CONSTRAINT "SELF" FOREIGN KEY ("PARENT") REFERENCES "COPY"."PERSON" ("ID") ON UPDATE RESTRICT ON DELETE CASCADE NOT VALIDATED NOT ENFORCED INITIALLY DEFERRED',
    'SET SCHEMA "COPY"',
    'CREATE VIEW "COPY"."B" AS SELECT "ID", \'SAGA.x\' AS T FROM "COPY".PERSON',
    'CREATE VIEW "COPY"."A" AS SELECT * FROM "COPY"."B"',
    'SET SCHEMA "ADMIN"',
  ])
  expect(plan.skipped.map(({ type, name }) => `${type} ${name}`)).toEqual([
    'virtualTable FAR',
    'trigger NOTE',
    'procedure P',
    'grants SAGA',
    'view C',
  ])
  expect(plan.steps.flatMap(({ rowsOf }) => rowsOf ?? [])).toEqual(['PERSON', 'PLANET'])
})

test('what depends on a table that is left out is left out too', () => {
  const plan = structure.clone.plan({ ...CLONE, excluded: ['PERSON'] }, ANSWERS)
  expect(plan.made.map(({ name }) => name)).toEqual(['S', 'PLANET', '_SYS_TREE_CS_#2'])
  expect(plan.skipped).toContainEqual({ type: 'view', name: 'A', reason: `The clone has no 'B'` })
})

test('a copy takes the rows that are asked for', () => {
  const answers = { ...ANSWERS, tables: [{ ...TABLE, name: 'PERSON' }] }
  const plan = structure.copy.plan(COPY, answers)
  expect(plan.steps.map(({ statement }) => statement)).toEqual([
    { sql: 'CREATE COLUMN TABLE "OTHER"."x""y" LIKE "SAGA"."PERSON" WITH NO DATA', parameters: [] },
    { sql: `COMMENT ON TABLE "OTHER"."x""y" IS 'Copied by the administration API'`, parameters: [] },
    {
      sql: 'INSERT INTO "OTHER"."x""y" ("ID", "PARENT") SELECT "ID", "PARENT" FROM "SAGA"."PERSON" WHERE ( "ID" > ? ) ORDER BY "ID" LIMIT 10',
      parameters: [5],
    },
    {
      sql: 'ALTER TABLE "OTHER"."x""y" ADD CONSTRAINT "x""y_HOME" FOREIGN KEY ("X", "Y") REFERENCES "SAGA"."PLANET" ("a""b", "c") ON UPDATE RESTRICT ON DELETE CASCADE',
      parameters: [],
    },
  ])
  expect(plan.skipped).toContainEqual(expect.objectContaining({ type: 'foreignKey', name: 'SELF' }))
  const whole = structure.copy.plan({ ...COPY, where: null, limit: null }, answers)
  expect(sqlOf(whole.steps).at(-1)).toContain('REFERENCES "OTHER"."x""y" ("ID")')
})

test('containers and numbers that are always given anew are refused', () => {
  expect(() => structure.clone.plan(CLONE, { ...ANSWERS, container: [{ objects: 3 }] })).toThrow('SCHEMA_NOT_ALLOWED')
  const columns = [{ table: 'PLANET', name: 'N', generation: 'ALWAYS AS IDENTITY' }]
  expect(() => structure.clone.plan(CLONE, { ...ANSWERS, columns })).toThrow('NOT_SUPPORTED')
  expect(() => structure.clone.plan({ ...CLONE, includeData: false }, { ...ANSWERS, columns })).not.toThrow()
  expect(() => structure.copy.plan(COPY, { ...ANSWERS, tables: [] })).toThrow('NOT_SUPPORTED')
})

test('references that LIKE has brought along are dropped, whatever their names', () => {
  const [step] = structure.copy.plan(COPY, { ...ANSWERS, tables: [{ ...TABLE, name: 'PERSON' }] }).steps
  expect(step?.followUp?.question.parameters).toEqual(['OTHER', 'x"y'])
  expect(step?.followUp?.statement({ name: '_SYS_FK_1' })).toEqual({
    sql: 'ALTER TABLE "OTHER"."x""y" DROP CONSTRAINT "_SYS_FK_1"',
    parameters: [],
  })
})

test('questions about one table name it, the others do not', () => {
  const { tables, views } = structure.copy.questions(COPY)
  expect(tables?.parameters).toEqual(['SAGA', 'PERSON'])
  expect(tables?.sql).toContain(' AND TABLE_NAME = ?')
  expect(views?.parameters).toEqual(['SAGA'])
  for (const { sql, parameters } of Object.values(structure.clone.questions(CLONE)))
    expect([sql.split('?').length - 1, sql.includes('/*')]).toEqual([parameters.length, false])
})

test('names are as long as SAP HANA takes them', () => {
  expect([structure.nameProblem('x'.repeat(127)), structure.nameProblem('x'.repeat(128))]).toEqual([
    null,
    'A name has at most 127 characters',
  ])
})
