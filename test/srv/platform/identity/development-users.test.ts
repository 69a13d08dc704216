import { developmentUsers } from '../../../../srv/platform/identity/serve-user.ts'

test('only users of development are offered, who have a role, or one of those that are asked for', () => {
  const users = {
    viewer: { roles: ['viewer'], development: true },
    boss: { roles: ['editor', 'admin'], development: true },
    editor: { roles: ['editor'], development: true },
    nobody: { development: true },
    real: { roles: ['admin'] },
    gone: null,
  }
  expect(developmentUsers({ users })).toEqual(['viewer', 'boss', 'editor'])
  expect(developmentUsers({ users }, ['viewer', 'operator', 'admin'])).toEqual(['viewer', 'boss'])
  expect(developmentUsers({})).toEqual([])
})
