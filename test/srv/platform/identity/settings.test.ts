import { hashPassword } from '../../../../srv/platform/identity/password-login.ts'
import { readAnonymousRoles, readUsers } from '../../../../srv/platform/identity/settings.ts'

test('users are read by name, whatever the name is', async () => {
  const hash = await hashPassword('secret')
  const users = JSON.parse(
    `{"__proto__":{"hash":"${hash}"},"leia":{"hash":"${hash}","roles":["viewer"]},"gone":null}`,
  ) as {
    leia: object
  }
  const read = readUsers({ users: users })
  expect([...read.keys()]).toEqual(['__proto__', 'leia'])
  expect(read.get('leia')).toMatchObject({ id: 'leia', roles: { viewer: 'viewer' }, isLocal: false })
})

test('a user without a valid hash stops the start', () => {
  expect(() => readUsers({ users: { leia: { hash: 'secret' } } })).toThrow(/leia/)
})

test('anonymous callers can read and edit at most', () => {
  expect(readAnonymousRoles({})).toEqual([])
  expect(readAnonymousRoles({ anonymous: ['reader', 'editor'] })).toEqual(['reader', 'editor'])
  expect(() => readAnonymousRoles({ anonymous: ['viewer'] })).toThrow(/viewer/)
})
