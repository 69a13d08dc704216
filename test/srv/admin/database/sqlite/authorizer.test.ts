import process from 'node:process'
import { HAS_AUTHORIZER, requireAuthorizer } from '../../../../../srv/admin/database/sqlite/authorizer.ts'

test('what needs the authorizer goes on where it is, and says what is needed where it is not', () => {
  expect(HAS_AUTHORIZER).toBe(true)
  requireAuthorizer('A statement')
  const details = `A statement on SQLite needs Node.js 24.10 or later, and this is ${process.versions.node}`
  expect(() => {
    requireAuthorizer('A statement', false)
  }).toThrow(expect.objectContaining({ code: 'NOT_SUPPORTED', details }) as Error)
})
