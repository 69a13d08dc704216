import fc from 'fast-check'
import { columnsToShow, mergeFindings } from '../../../app/cockpit/src/pages/compare/diff-rows.ts'

test('all findings are rows of one table, in the order of the key', () => {
  const rows = mergeFindings(
    {
      differences: [{ key: { id: 2 }, changes: [{ column: 'name', table1Value: 'a', table2Value: null }] }],
      onlyInTable1: [{ key: { id: 1 }, row: { name: 'x' } }],
      onlyInTable2: [{ key: { id: 3 }, row: { name: 'y' }, count: 2 }],
    },
    ['id'],
  )
  expect(rows).toEqual([
    { finding: 'onlyInTable1', key: { id: 1 }, left: { name: 'x' }, right: {} },
    { finding: 'different', key: { id: 2 }, left: { name: 'a' }, right: { name: null } },
    { finding: 'onlyInTable2', key: { id: 3 }, left: {}, right: { name: 'y' }, count: 2 },
  ])
})

test('no finding is lost, and each list keeps its order, whatever order that is', () => {
  const list = fc.array(fc.record({ key: fc.record({ id: fc.oneof(fc.integer(), fc.string()) }) }))
  fc.assert(
    fc.property(list, list, list, (both, first, second) => {
      const differences = both.map(({ key }) => ({ key, changes: [] }))
      const rows = mergeFindings({ differences, onlyInTable1: first, onlyInTable2: second }, ['id'])
      const keysOf = (finding: string) => rows.filter((row) => row.finding === finding).map(({ key }) => key)
      expect(keysOf('different')).toEqual(both.map(({ key }) => key))
      expect(keysOf('onlyInTable1')).toEqual(first.map(({ key }) => key))
      expect(keysOf('onlyInTable2')).toEqual(second.map(({ key }) => key))
    }),
  )
})

test('columns without a difference are shown on demand, or when there are no others', () => {
  expect(columnsToShow(['a', 'b'], [{ column: 'b' }], false)).toEqual(['b'])
  expect(columnsToShow(['a', 'b'], [{ column: 'b' }], true)).toEqual(['a', 'b'])
  expect(columnsToShow(['a', 'b'], [], false)).toEqual(['a', 'b'])
})
