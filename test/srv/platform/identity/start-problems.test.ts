import { hashPassword } from '../../../../srv/platform/identity/password-login.ts'
import { findStartProblems, type AuthConfiguration } from '../../../../srv/platform/identity/settings.ts'

let good: string
let named: string

beforeAll(async () => {
  ;[good, named] = await Promise.all([hashPassword('a long secret'), hashPassword('han')])
})

const credentials = { clientid: 'sb-saga', url: 'https://issuer.example' }

const problems = (auth: AuthConfiguration | false, isProduction: boolean, host?: string): Promise<string[]> =>
  findStartProblems({ auth, isProduction, host })

const BAD_IN_PRODUCTION: Record<string, () => AuthConfiguration | false> = {
  'no token service and no user': () => ({ kind: 'custom', users: {} }),
  'a user without a hash': () => ({ credentials, users: { leia: {} } }),
  'a user with a password in the clear': () => ({ credentials, users: { leia: { hash: 'secret' } } }),
  'a development user': () => ({ credentials, users: { leia: { hash: good, development: true } } }),
  'a user with the name as password': () => ({ credentials, users: { han: { hash: named } } }),
  'a user with a role that nobody knows': () => ({ credentials, users: { leia: { hash: good, roles: ['editr'] } } }),
  'a user with roles that are no list': () => ({
    credentials,
    users: { leia: { hash: good, roles: 'editor' as never } },
  }),
  'the kind mocked': () => ({ kind: 'mocked', credentials }),
  'the kind basic': () => ({ kind: 'basic-auth', users: { leia: { hash: good } } }),
  'the kind dummy': () => ({ kind: 'dummy', credentials }),
  'roles for anonymous callers': () => ({ credentials, anonymous: ['reader'] }),
  'no authentication': () => false,
}

test.each(Object.entries(BAD_IN_PRODUCTION))('production refuses %s', async (_, auth) => {
  expect(await problems(auth(), true)).toHaveLength(1)
})

test('production starts with a token service, or with a user that has a hash, on any host', async () => {
  expect(await problems({ kind: 'custom', credentials }, true, '0.0.0.0')).toEqual([])
  expect(await problems({ kind: 'custom', users: { leia: { hash: good }, gone: null } }, true, '0.0.0.0')).toEqual([])
})

const onlyDevelopment = (): AuthConfiguration => ({
  anonymous: ['reader', 'editor'],
  users: { viewer: { hash: good, development: true }, han: { hash: named } },
})

test.each([undefined, '127.0.0.1', '::1', 'localhost'])('development starts at host %s', async (host) => {
  expect(await problems(onlyDevelopment(), false, host)).toEqual([])
})

test.each(['0.0.0.0', '::', '192.0.2.1', ''])(
  'development with development users only refuses host "%s"',
  async (host) => {
    expect(await problems(onlyDevelopment(), false, host)).toHaveLength(1)
  },
)

test('development starts on any host with a user of its own', async () => {
  const { users } = onlyDevelopment()
  expect(await problems({ users: { ...users, leia: { hash: good } } }, false, '0.0.0.0')).toEqual([])
})

test('development refuses a user without a hash, and no authentication', async () => {
  expect(await problems({ users: { leia: {} } }, false)).toHaveLength(1)
  expect(await problems(false, false)).toHaveLength(1)
})

test('all problems are named at once', async () => {
  const found = await problems({ kind: 'mocked', users: { leia: {}, han: { hash: named } } }, true)
  expect(found.join('\n')).toMatch(/leia[^]*mocked[^]*han/)
})

test('a safe start has none', async () => {
  expect(await problems({ credentials }, true)).toEqual([])
})
