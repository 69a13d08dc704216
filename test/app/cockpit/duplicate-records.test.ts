import { columnsOf, differingColumns, recordsOf } from '../../../app/cockpit/src/pages/duplicates/records.ts'

const RECORDS = [
  { key: { id: 1 }, data: { name: 'a', year: null } },
  { key: { id: 2 }, data: { name: 'A', year: null } },
]

test('records are downloaded with the number of their group', () => {
  const groups = [
    { count: 5, matchPercentage: 100, records: RECORDS.slice(0, 1) },
    { count: 2, matchPercentage: 90, records: RECORDS },
  ]
  expect(recordsOf(groups).map(({ group, key }) => [group, key['id']])).toEqual([
    [1, 1],
    [2, 1],
    [2, 2],
  ])
  expect(columnsOf(RECORDS.map(({ data }) => data))).toEqual(['name', 'year'])
})

test('columns are known in which a group does not agree', () => {
  expect([...differingColumns(RECORDS)]).toEqual(['name'])
  expect(differingColumns([]).size).toBe(0)
})
