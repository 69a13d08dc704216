import { Type } from '@sinclair/typebox'
import { MemoryStore, type Store } from 'express-rate-limit'
import { as, startApi } from '../../../support/admin-api.ts'
import { operation, route } from '../../../support/operations.ts'

const info = operation({ name: 'info', input: Type.Object({}), run: async () => ({}) })
const routes = [route('GET', info, 'viewer')]

describe('the limit of a user', () => {
  const api = startApi({ routes, settings: { rateLimit: { requests: 3, requestsPerAddress: 100 } } })
  const call = (user: string) => api.send({ path: '/api/v1/info', headers: as(user) })

  test('counts down to 429 for this user alone', async () => {
    const answers = [await call('viewer'), await call('viewer'), await call('viewer'), await call('viewer')]
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429])
    expect(answers.map((answer) => answer.headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0', '0'])
    const last = answers[3]
    expect(last?.headers['x-ratelimit-limit']).toBe('3')
    expect(last?.json).toMatchObject({ success: false, code: 'RATE_LIMIT_EXCEEDED' })
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(last?.headers['retry-after'])).toBeLessThanOrEqual(60)
    const reset = Number(last?.headers['x-ratelimit-reset'])
    expect(Math.abs(reset - Date.now() / 1000 - Number(last?.headers['retry-after']))).toBeLessThan(2)
    expect((await call('operator')).status).toBe(200)
  })
})

describe('the limit of a network address', () => {
  const api = startApi({ routes, settings: { rateLimit: { requests: 100, requestsPerAddress: 4 } } })

  test('counts guesses of passwords, answers even a right one with 429, and leaves unknown paths a 404', async () => {
    const guess = () => api.send({ path: '/api/v1/info', headers: { authorization: 'Basic eDp5' } })
    const codes: unknown[] = []
    for (let index = 0; index < 4; index++) codes.push((await guess()).json['code'])
    expect(codes).toEqual(Array(4).fill('UNAUTHORIZED'))
    const right = await api.send({ path: '/api/v1/info', headers: as('viewer') })
    expect([right.status, right.json['code']]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(right.headers['x-ratelimit-limit']).toBe('4')
    const unknown = await api.send({ path: '/api/v1/nothing' })
    expect([unknown.status, unknown.json['code']]).toEqual([404, 'ROUTE_NOT_FOUND'])
    expect(unknown.headers['x-ratelimit-remaining']).toBe('0')
    expect(unknown.headers['retry-after']).toBeUndefined()
    expect((await api.send({ path: '/api/v1/openapi.json' })).status).toBe(429)
  })
})

describe('one network with many users', () => {
  const api = startApi({ routes, settings: { rateLimit: { requests: 3 } } })
  const call = (headers: Record<string, string> = {}) => api.send({ path: '/api/v1/info', headers })

  test('has a count for each of them, and one for whoever is not known', async () => {
    const known = []
    for (const user of ['viewer', 'operator', 'admin'])
      for (let index = 0; index < 3; index++) known.push((await call(as(user))).status)
    expect(known).toEqual(Array(9).fill(200))
    const unknown = [await call(), await call({ authorization: 'Basic eDp5' }), await call(), await call()]
    expect(unknown.map(({ status }) => status)).toEqual([401, 401, 401, 429])
    expect(unknown.map(({ headers }) => headers['x-ratelimit-limit'])).toEqual(['3', '3', '3', '3'])
    expect(unknown.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0', '0'])
  })
})

describe('without configuration', () => {
  const api = startApi({ routes, settings: { rateLimit: { requests: 100, requestsPerAddress: 2 } } })

  test('a client cannot choose the address that it is counted under', async () => {
    const statuses: number[] = []
    for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3'])
      statuses.push((await api.send({ path: '/api/v1/info', headers: { 'x-forwarded-for': address } })).status)
    expect(statuses).toEqual([401, 401, 429])
  })
})

const rateLimit = { requests: 100, requestsPerAddress: 2 }

describe.each([
  ['the API', { settings: { trustProxy: 1, rateLimit } }],
  ['the server around it', { settings: { rateLimit }, serverTrusts: 1 }],
])('behind one proxy that %s trusts', (_, options) => {
  const api = startApi({ routes, ...options })
  const from = async (address: string) =>
    (await api.send({ path: '/api/v1/info', headers: { 'x-forwarded-for': address } })).status

  test('each client has its own count, and what it puts before the proxy is ignored', async () => {
    expect([await from('10.0.0.1'), await from('6.6.6.6, 10.0.0.1'), await from('7.7.7.7, 10.0.0.1')]).toEqual([
      401, 401, 429,
    ])
    expect(await from('10.0.0.2')).toBe(401)
  })

  test('addresses of one IPv6 network share a count', async () => {
    expect([await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8:0:1::3')]).toEqual([
      401, 401, 429,
    ])
  })
})

describe('a shared store', () => {
  const names: string[] = []
  let isDown = false
  const storeFor = (name: string): Store => {
    names.push(name)
    const store = new MemoryStore()
    const increment = store.increment.bind(store)
    store.increment = (key) => (isDown ? Promise.reject(new Error('store is down')) : increment(key))
    return store
  }
  const api = startApi({ routes, rateLimitStore: storeFor, settings: { rateLimit: { requests: 5 } } })

  test('is made for each limiter, and does not take the API down with it', async () => {
    expect(names.sort()).toEqual(['address', 'principal'])
    const answer = await api.send({ path: '/api/v1/info', headers: as('viewer') })
    expect(answer.headers['x-ratelimit-remaining']).toBe('4')
    isDown = true
    expect((await api.send({ path: '/api/v1/info', headers: as('viewer') })).status).toBe(200)
    expect(api.errors.flat().map(String).join()).toContain('store is down')
  })
})
