import { foreignKeyColumns, tableOf } from '../../../../srv/admin/model/definition.ts'

test('the table of an entity is its name with underscores, or the one that is given', () => {
  expect(tableOf('a.B.texts', { kind: 'entity' })).toBe('a_B_texts')
  expect(tableOf('a.B', { kind: 'entity', '@cds.persistence.name': 'A_B' })).toBe('A_B')
})

test('what is skipped has none, unless it is skipped when nobody uses it, or has a table of its own', () => {
  const table = (skip: unknown, own?: boolean): string | null =>
    tableOf('X', { kind: 'entity', '@cds.persistence.skip': skip, ...(own && { '@cds.persistence.table': true }) })
  expect([true, 'true'].map((skip) => table(skip))).toEqual([null, null])
  expect([false, null, 'if-unused'].map((skip) => table(skip))).toEqual(['X', 'X', 'X'])
  expect(table(true, true)).toBe('X')
})

test('columns of foreign keys are named by the compiler, by an alias, or by the path', () => {
  const keys = [{ ref: ['a', 'b'] }, { ref: ['c'], as: 'd' }, { ref: ['e'], $generatedFieldName: 'told' }]
  expect(foreignKeyColumns('to', keys)).toEqual(['to_a_b', 'to_d', 'told'])
})
