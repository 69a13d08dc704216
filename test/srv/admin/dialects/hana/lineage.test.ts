/** No HANA can be reached: rows as its documentation describes them. */
import { lineage } from '../../../../../srv/admin/dialects/hana/lineage.ts'

const [dependencies, triggers] = lineage.flows
const placeholders = (sql: string): number => sql.split('?').length - 1

test('a view depends on a virtual table, and a synonym on the view', () => {
  const row = { BASE_SCHEMA_NAME: 'S', DEPENDENT_SCHEMA_NAME: 'S' }
  const view = {
    ...row,
    BASE_OBJECT_NAME: 'T',
    BASE_TYPE: 'VIRTUAL',
    DEPENDENT_OBJECT_NAME: 'V',
    DEPENDENT_OBJECT_TYPE: 'VIEW',
  }
  const synonym = {
    ...row,
    BASE_OBJECT_NAME: 'V',
    BASE_TYPE: 'VIEW',
    DEPENDENT_OBJECT_NAME: 'Y',
    DEPENDENT_OBJECT_TYPE: 'SYNONYM',
  }
  expect([view, synonym].map((each) => dependencies?.item(each))).toEqual([
    {
      source: { schema: 'S', name: 'T', type: 'virtual' },
      target: { schema: 'S', name: 'V', type: 'view' },
      type: 'view',
      sourceColumn: null,
      targetColumn: null,
    },
    {
      source: { schema: 'S', name: 'V', type: 'view' },
      target: { schema: 'S', name: 'Y', type: 'view' },
      type: 'synonym',
      sourceColumn: null,
      targetColumn: null,
    },
  ])
})

test('a trigger takes on what its table has, and where that goes is told as unknown', () => {
  const row = { SUBJECT_TABLE_SCHEMA: 'S', SUBJECT_TABLE_NAME: 'T', SCHEMA_NAME: 'S', TRIGGER_NAME: 'G' }
  expect(triggers?.item(row)).toMatchObject({
    source: { name: 'T', type: 'table' },
    target: { name: 'G', type: 'procedure' },
    type: 'trigger',
  })
  expect(lineage.unresolved[0]?.item(row)).toMatchObject({ schema: 'S', object: 'G' })
})

test('definitions are asked for by name, only when they are wanted', () => {
  const input = { schema: 'S', names: ['A', `B'"`] }
  const { sql, parameters } = lineage.transformations.statement({ ...input, definition: true })
  expect(sql).toContain('DEFINITION')
  expect(parameters).toEqual(['S', 'A', `B'"`, 'S', 'A', `B'"`, 'S', 'A', `B'"`])
  expect(placeholders(sql)).toBe(parameters.length)
  expect(sql).not.toContain(`B'"`)
  expect(lineage.transformations.statement({ ...input, definition: false }).sql).not.toMatch(/, DEFINITION/)
  const row = { SCHEMA_NAME: 'S', OBJECT_NAME: 'V', NAME: 'V', TYPE: 'view', DEFINITION: null }
  expect(lineage.transformations.item(row)).toEqual({
    schema: 'S',
    object: 'V',
    name: 'V',
    type: 'view',
    definition: null,
  })
})

test('every question binds as many values as it has places for', () => {
  for (const question of [...lineage.flows, ...lineage.unresolved]) {
    const { sql, parameters } = question.statement({ schema: 'S' })
    expect(placeholders(sql)).toBe(parameters.length)
  }
})
