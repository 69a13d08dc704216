import { plain } from '../../../../srv/admin/core/values.ts'

test('a plain statement has no parameters', () => {
  expect(plain('SELECT 1')).toEqual({ sql: 'SELECT 1', parameters: [] })
})
