import type crypto from 'node:crypto'
import { hashPassword, parseHash } from '../../../srv/identity/password.ts'
import { PasswordLogin } from '../../../srv/identity/password-login.ts'
import type { ConfiguredUser } from '../../../srv/identity/password-login.ts'

// Counts the real thing: how often a password is hashed is what these tests are about.
jest.mock('node:crypto', () => {
  const actual = jest.requireActual<typeof crypto>('node:crypto')
  return { ...actual, __esModule: true, default: actual, scrypt: jest.fn(actual.scrypt) }
})
const { scrypt } = jest.requireMock<{ scrypt: jest.Mock<unknown, [string, Buffer, number, { N: number }]> }>(
  'node:crypto',
)

const COST = 2 ** 15
let leia: ConfiguredUser
let now = 0

beforeAll(async () => {
  leia = { id: 'leia', roles: [], hash: parseHash(await hashPassword('secret', COST))!, isLocal: false }
})
beforeEach(() => {
  now = 0
  scrypt.mockClear()
})

const create = (): PasswordLogin => new PasswordLogin(new Map([['leia', leia]]), () => now)
const costs = (): unknown[] => scrypt.mock.calls.map((call) => call[3].N)

test('an unknown user costs one hash of the cost of a known one', async () => {
  const login = create()
  expect(await login.check({ user: 'nobody', password: 'secret' }, 'net')).toEqual({ user: undefined })
  expect(await login.check({ user: 'leia', password: 'wrong' }, 'net')).toEqual({ user: undefined })
  expect(costs()).toEqual([COST, COST])
})

test('a login is remembered for a minute', async () => {
  const login = create()
  const check = (): Promise<unknown> => login.check({ user: 'leia', password: 'secret' }, 'net')
  expect(await check()).toEqual({ user: leia })
  now = 59_999
  expect(await check()).toEqual({ user: leia })
  expect(scrypt).toHaveBeenCalledTimes(1)
  now = 60_000
  expect(await check()).toEqual({ user: leia })
  expect(scrypt).toHaveBeenCalledTimes(2)
})

test('a failed login is not remembered, nor does a remembered one serve another password', async () => {
  const login = create()
  await login.check({ user: 'leia', password: 'secret' }, 'net')
  for (const password of ['wrong', 'wrong', 'secret ', '']) {
    expect(await login.check({ user: 'leia', password }, 'net')).toEqual({ user: undefined })
  }
  expect(scrypt).toHaveBeenCalledTimes(5)
})

test('equal logins at once share one hash', async () => {
  const login = create()
  const results = [...Array(20).keys()].map(() => login.check({ user: 'leia', password: 'secret' }, 'net'))
  expect(new Set(await Promise.all(results))).toEqual(new Set([{ user: leia }]))
  expect(scrypt).toHaveBeenCalledTimes(1)
})

test('a limited login costs no hash', async () => {
  const login = create()
  const guesses = [...Array(15).keys()].map((n) => login.check({ user: 'leia', password: String(n) }, 'net'))
  const waits = (await Promise.all(guesses)).filter((result) => 'retryAfterSeconds' in result)
  expect(waits).toEqual(Array(5).fill({ retryAfterSeconds: 60 }))
  expect(scrypt).toHaveBeenCalledTimes(10)
})
