import { primaryKey } from '../../../../srv/admin/core/primary-key.ts'

test('columns stand in the order of the key, not of the table', () => {
  const columns = [
    { name: 'a', keyPosition: 2 },
    { name: 'b', keyPosition: null },
    { name: 'c', keyPosition: 1 },
  ]
  expect(primaryKey({ columns }).map(({ name }) => name)).toEqual(['c', 'a'])
})
