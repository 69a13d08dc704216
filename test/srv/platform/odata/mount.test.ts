import cds from '@sap/cds'
import { startServerOn } from '../../../support/server-on.ts'
import type { ServerProcess } from '../../../support/server-process.ts'

// In a process of its own: within jest CAP never shuts down, whatever happens.
let server: ServerProcess
let url = ''
let hasEnded = false

beforeAll(async () => {
  server = await startServerOn('sqlite')
  url = server.url
  void server.ended.then(() => (hasEnded = true))
})

afterAll(() => server.stop())

const JSON_TYPE = { 'content-type': 'application/json' }
const selfDependent = {
  requests: [
    { id: '1', atomicityGroup: 'g', method: 'POST', url: 'Film', body: { title: 'x' } },
    { id: '2', atomicityGroup: 'g', dependsOn: ['2'], method: 'POST', url: 'Film', body: { title: 'x' } },
  ],
}

/** Requests that end CAP's own server, or make it wait for ever. */
const DEADLY: [method: string, path: string, headers?: Record<string, string>, body?: string][] = [
  ['GET', '%'],
  ['GET', '%E0%A4%A'],
  ['GET', '__proto__'],
  ['GET', 'constructor/x'],
  ['GET', "toString('x')"],
  ['POST', '__proto__', JSON_TYPE, '{}'],
  ['POST', '$batch'],
  ['POST', '$batch', { 'content-type': 'multipart/mixed' }, '--b--'],
  ['POST', '$batch', JSON_TYPE, 'null'],
  ['POST', '$batch', JSON_TYPE, '{"requests":[null]}'],
  ['POST', '$batch', JSON_TYPE, JSON.stringify(selfDependent)],
  ['GET', 'SET?$filter=__proto__/x eq 1'],
  ['GET', 'SET?$skiptoken=e30='],
  ['POST', 'SET', JSON_TYPE, '[null]'],
  ['POST', 'SET', JSON_TYPE, 'null'],
]

describe.each([
  ['SagaFilm', 'Film'],
  ['SagaEpisode', 'Shows'],
  ['-data', 'Data'],
])('the service %s', (service, set) => {
  test.each(DEADLY)('answers %s %s with 4XX and lives on', async (method, path, headers = {}, body) => {
    const target = `${url}/odata/v4/${service}/${path.replace('SET', set).replaceAll(' ', '%20')}`
    const response = await fetch(target, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(5000),
    })
    const { error } = (await response.json()) as { error: { code: unknown } }
    expect([Math.floor(response.status / 100), typeof error.code]).toEqual([4, 'string'])
    expect(hasEnded).toBe(false)
  })

  test.each(['%', '__proto__', '%23', '$batch'])('answers a batch with %s in it and lives on', async (path) => {
    const response = await fetch(`${url}/odata/v4/${service}/$batch`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ requests: [{ id: '1', method: 'GET', url: path }] }),
      signal: AbortSignal.timeout(5000),
    })
    expect(response.status).toBeLessThan(500)
    expect(hasEnded).toBe(false)
  })
})

test('the services still read and write afterwards', async () => {
  const signal = AbortSignal.timeout(5000)
  for (const [path, body] of [
    ['SagaFilm/Film', { title: 'x', IsActiveEntity: true }],
    ['-data/Data', { dummy: 'x', record: [] }],
    ['-data/Entities', { name: 'x' }],
    ["-data/Entities('x')/columns", { name: 'x' }],
  ] as const) {
    const target = `${url}/odata/v4/${path}`
    const created = await fetch(target, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body), signal })
    expect([path, created.status]).toEqual([path, 201])
    expect((await fetch(target, { signal })).status).toBe(200)
  }
})

test('CAP is told not to shut down at programming errors', () => {
  expect(cds.env.server).toMatchObject({ shutdown_on_uncaught_errors: false })
})
