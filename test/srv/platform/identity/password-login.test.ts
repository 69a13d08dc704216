import type crypto from 'node:crypto'
import {
  type ConfiguredUser,
  PasswordLogin,
  hashPassword,
  parseHash,
} from '../../../../srv/platform/identity/password-login.ts'

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
  leia = { id: 'leia', roles: {}, hash: parseHash(await hashPassword('secret', COST))!, isLocal: false }
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

describe('of a crowd', () => {
  type Scrypt = (password: string, salt: Buffer, length: number, options: { N: number }, done: () => void) => void
  const real = scrypt.getMockImplementation() as Scrypt

  // As many hashes as these need would take too long at their real cost.
  beforeAll(async () => {
    scrypt.mockImplementation(((password, salt, length, options, done) => {
      real(password, salt, length, { ...options, N: 2 }, done)
    }) as Scrypt as never)
    leia = { id: 'leia', roles: {}, hash: parseHash(await hashPassword('secret', COST))!, isLocal: false }
  })

  test('credentials that have held are checked again although their network is locked meanwhile', async () => {
    const login = create()
    await login.check({ user: 'leia', password: 'secret' }, 'net')
    await Promise.all([...Array(60).keys()].map((n) => login.check({ user: String(n), password: 'x' }, 'net')))
    now = 60_000
    await Promise.all([...Array(60).keys()].map((n) => login.check({ user: String(n), password: 'x' }, 'net')))
    scrypt.mockClear()
    expect(await login.check({ user: 'han', password: 'x' }, 'net')).toEqual({ retryAfterSeconds: 60 })
    expect(await login.check({ user: 'leia', password: 'secret' }, 'net')).toEqual({ user: leia })
    expect(scrypt).toHaveBeenCalledTimes(1)
  })

  test('a login is not kept waiting by guesses from another network', async () => {
    const login = create()
    const order: string[] = []
    const check = (user: string, password: string, network: string): Promise<unknown> =>
      login.check({ user, password }, network).finally(() => order.push(network))
    const flood = [...Array(45).keys()].map((n) => check(String(n), 'x', 'flood'))
    expect(await check('leia', 'secret', 'home')).toEqual({ user: leia })
    expect(order.length).toBeLessThan(15)
    await Promise.all(flood)
  })

  test('of guesses from everywhere a bounded number waits, and the others are told to come again', async () => {
    const login = create()
    const results = await Promise.all(
      [...Array(150).keys()].map((n) => login.check({ user: 'han', password: 'x' }, `network ${n}`)),
    )
    const refused = results.filter((result) => 'retryAfterSeconds' in result)
    expect(refused.length).toBeGreaterThanOrEqual(46)
    expect(refused.length + scrypt.mock.calls.length).toBe(150)
    expect(new Set(refused.map((result) => JSON.stringify(result)))).toEqual(new Set(['{"retryAfterSeconds":5}']))
  })

  test('what one network is refused, another is not for the same credentials', async () => {
    const login = create()
    await Promise.all([...Array(60).keys()].map((n) => login.check({ user: String(n), password: 'x' }, 'flood')))
    const refused = login.check({ user: 'leia', password: 'secret' }, 'flood')
    const accepted = login.check({ user: 'leia', password: 'secret' }, 'home')
    expect([await refused, await accepted]).toEqual([{ retryAfterSeconds: 60 }, { user: leia }])
  })
})
