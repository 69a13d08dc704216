import { nameGiver } from '../../../../srv/admin/core/name-giver.ts'

test('names that are alike are numbered, past those that are taken', () => {
  const names = ['a', 'a', 'b', 'a (3)', 'a', 'a']
  expect(names.map(nameGiver())).toEqual(['a', 'a (2)', 'b', 'a (3)', 'a (4)', 'a (5)'])
})
