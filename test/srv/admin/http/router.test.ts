import { Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { ERRORS } from '../../../../srv/admin/core/errors.ts'
import { StreamedResult } from '../../../../srv/admin/operations/operation.ts'
import { as, startApi } from '../../../support/admin-api.ts'
import type { WireAnswer } from '../../../support/http-client.ts'
import { echo, operation, route } from '../../../support/operations.ts'
import { runs } from '../../../support/long.ts'

const fails = operation({
  name: 'fails',
  input: Type.Object({}),
  run: async () => {
    throw new TypeError('select * from secrets -- /srv/secret.ts')
  },
})
const info = operation({
  name: 'info',
  input: Type.Object({}),
  run: async () => ({ database: 'd', version: '1', platform: 'p' }),
})
const chunks = operation({
  name: 'chunks',
  input: Type.Object({}),
  run: async () =>
    new StreamedResult({
      contentType: 'text/plain',
      chunks: (async function* () {
        yield 'a'
      })(),
    }),
})
const sometimesSecret = operation({
  name: 'sometimesSecret',
  input: Type.Object({ deep: Type.Optional(Type.Boolean()) }),
  roleFor: (input) => (input.deep ? 'operator' : 'viewer'),
  run: async () => ({}),
})

const api = startApi({
  routes: [
    route('GET', info, 'viewer', true),
    route('GET', echo, 'viewer'),
    route('GET', fails, 'viewer'),
    route('GET', chunks, 'viewer'),
    route('POST', sometimesSecret, 'viewer'),
    { ...route('POST', echo, 'admin'), path: '/write' },
  ],
})

const expectFrame = (answer: WireAnswer): void => {
  expect(Number(answer.headers['x-ratelimit-limit'])).toBeGreaterThan(0)
  expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
  const resetInSeconds = Number(answer.headers['x-ratelimit-reset']) - Date.now() / 1000
  expect(resetInSeconds).toBeGreaterThan(-1)
  expect(resetInSeconds).toBeLessThanOrEqual(61)
  expect(answer.headers['x-operation-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers['x-correlation-id']).toMatch(/^[\w-]{1,64}$/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['x-powered-by']).toBeUndefined()
}

const expectError = (answer: WireAnswer, status: number, code: string): void => {
  expectFrame(answer)
  expect({ status: answer.status, ...answer.json }).toEqual({
    status,
    success: false,
    error: expect.any(String) as string,
    code,
    details: expect.any(String) as string,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
  })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
}

describe('an answer', () => {
  test('starts with success and carries the headers of the frame', async () => {
    const answer = await api.send({ path: '/api/v1/echo?schema=s', headers: as('viewer') })
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/^\{"success":true,/)
    expectFrame(answer)
  })

  test('has exactly the fields of the operation where the contract fixes them', async () => {
    const answer = await api.send({ path: '/api/v1/info', headers: as('viewer') })
    expect(answer.json).toEqual({ database: 'd', version: '1', platform: 'p' })
  })

  test('to HEAD has the headers of GET and no body', async () => {
    const get = await api.send({ path: '/api/v1/info', headers: as('viewer') })
    const head = await api.send({ method: 'HEAD', path: '/api/v1/info', headers: as('viewer') })
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    const stream = await api.send({ method: 'HEAD', path: '/api/v1/chunks', headers: as('viewer') })
    expect(stream.text).toBe('')
    expect(stream.headers['content-type']).toBe('text/plain')
  })

  test('to OPTIONS names the methods, without a login', async () => {
    const answer = await api.send({ method: 'OPTIONS', path: '/api/v1/echo' })
    expect(answer.status).toBe(200)
    expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS')
    expect(answer.text).toBe('')
    expectFrame(answer)
  })

  test('echoes a correlation id only when it is safe to', async () => {
    const good = await api.send({ path: '/api/v1/info', headers: { ...as('viewer'), 'x-correlation-id': 'abc-1' } })
    expect(good.headers['x-correlation-id']).toBe('abc-1')
    const bad = await api.send({ path: '/api/v1/info', headers: { ...as('viewer'), 'x-correlation-id': '<b>"' } })
    expect(bad.headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('a path', () => {
  test.each([
    '/api/v1/nothing',
    '/api/v1/info/',
    '/api/v1/INFO',
    '/api/v1//info',
    '/API/v1/info',
    '/api/v1/',
    '/api/v1',
    '/api/v1/%',
    '/api/v1/files/',
    '/api/v1/__proto__',
  ])('is exact: %s is not found, before anybody is asked to log in', async (path) => {
    expectError(await api.send({ path }), 404, 'ROUTE_NOT_FOUND')
  })

  test('that exists with other methods only is a 404 that names them', async () => {
    const answer = await api.send({ method: 'DELETE', path: '/api/v1/echo' })
    expectError(answer, 404, 'METHOD_NOT_ALLOWED')
    expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS')
  })
})

describe('the login', () => {
  test.each([
    ['no credentials', {}],
    ['a wrong password', { authorization: `Basic ${Buffer.from('viewer:wrong').toString('base64')}` }],
    ['a user named like a property of objects', as('constructor')],
  ])('is demanded of %s with both schemes', async (_, headers) => {
    const answer = await api.send({ path: '/api/v1/info', headers })
    expectError(answer, 401, 'UNAUTHORIZED')
    expect(answer.headers['www-authenticate']).toMatch(/Basic realm=.*Bearer realm=/)
  })

  test('comes before the role, the role before the input', async () => {
    const bad = { method: 'POST', path: '/api/v1/write?x=1', body: 'no json' }
    expectError(await api.send(bad), 401, 'UNAUTHORIZED')
    expectError(await api.send({ ...bad, headers: as('operator') }), 403, 'FORBIDDEN')
    expectError(await api.send({ ...bad, headers: as('admin') }), 400, 'UNKNOWN_FIELD')
  })

  test('of a user without any role is not enough', async () => {
    expectError(await api.send({ path: '/api/v1/info', headers: as('nobody') }), 403, 'FORBIDDEN')
  })

  test('needs a stricter role where the input asks for more', async () => {
    const request = (user: string, deep: boolean) => ({
      method: 'POST',
      path: '/api/v1/sometimesSecret',
      headers: { ...as(user), 'content-type': 'application/json' },
      body: JSON.stringify({ deep }),
    })
    expect((await api.send(request('viewer', false))).status).toBe(200)
    expectError(await api.send(request('viewer', true)), 403, 'FORBIDDEN')
    expect((await api.send(request('operator', true))).status).toBe(200)
  })
})

describe('an error', () => {
  test('that nobody expected tells nothing but its operation id, and is logged under it', async () => {
    const answer = await api.send({ path: '/api/v1/fails', headers: as('viewer') })
    expectError(answer, 500, 'INTERNAL_ERROR')
    expect(answer.text).not.toMatch(/secret|TypeError|select/i)
    const logged = api.errors.map(([message, cause]) => `${String(message)} ${String(cause)}`)
    expect(logged).toContainEqual(expect.stringContaining(String(answer.headers['x-operation-id'])))
    expect(logged).toContainEqual(expect.stringContaining('secrets'))
  })

  test('to HEAD has its status and no body', async () => {
    const answer = await api.send({ method: 'HEAD', path: '/api/v1/info' })
    expect(answer.status).toBe(401)
    expect(answer.text).toBe('')
    expectFrame(answer)
  })
})

test('whatever is sent, the answer is one that the contract knows, with all its headers', async () => {
  const segment = fc.oneof(
    fc.constantFrom(
      'api',
      'v1',
      'info',
      'echo',
      'write',
      'files',
      'operations',
      'openapi.json',
      '..',
      '',
      '%',
      '%00',
      '__proto__',
    ),
    fc.string({ maxLength: 8 }).map(encodeURIComponent),
  )
  const path = fc.oneof(
    fc.array(segment, { maxLength: 5 }).map((segments) => `/api/v1/${segments.join('/')}`),
    fc.constantFrom('/api/v1/write', '/api/v1/echo', '/api/v1/files/a.csv', '/api/v1/operations'),
  )
  const request = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'),
    path: fc
      .tuple(
        path,
        fc.constantFrom('', '?', '?schema=a', '?schema=a&schema=b', '?%', '?__proto__=1', '?overwrite=maybe'),
      )
      .map((parts) => parts.join('')),
    user: fc.constantFrom('', 'viewer', 'operator', 'admin', 'nobody', 'constructor'),
    type: fc.constantFrom('', 'application/json', 'text/plain', 'multipart/form-data', '\u00ff'),
    prefer: fc.constantFrom('', 'respond-async', ';,;'),
    body: fc.oneof(
      fc.json({ maxDepth: 3 }),
      fc.string({ maxLength: 30 }),
      fc.object({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
    ),
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, user, type, prefer, body }) => {
      const headers = { ...(user && as(user)), ...(type && { 'content-type': type }), ...(prefer && { prefer }) }
      const answer = await api.send({ method, path, headers, body })
      expectFrame(answer)
      if (answer.status === 200 || method === 'HEAD') return
      const code = answer.json['code'] as keyof typeof ERRORS
      expect(ERRORS[code][0]).toBe(answer.status)
      expect(code).not.toBe('INTERNAL_ERROR')
      expect(answer.text).not.toMatch(/ at .*:\d+:\d+|node_modules|\/srv\//)
    }),
    { numRuns: runs(40, 300) },
  )
})
