import { developmentUsers } from '../../../../srv/platform/identity/development-users.ts'

test('only users of development are offered, and of them those who may use the administration API', () => {
  const users = {
    viewer: { roles: ['viewer'], development: true },
    boss: { roles: ['editor', 'admin'], development: true },
    editor: { roles: ['editor'], development: true },
    nobody: { development: true },
    real: { roles: ['admin'] },
    gone: null,
  }
  expect(developmentUsers({ users })).toEqual(['viewer', 'boss'])
  expect(developmentUsers({})).toEqual([])
})
