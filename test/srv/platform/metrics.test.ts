import { readSettings } from '../../../srv/platform/metrics/registry.ts'
import { createAreas } from '../../../srv/platform/metrics/measure-requests.ts'
import { startApp } from '../../support/app.ts'
import { readMetrics, valueOf } from '../../support/metrics.ts'
import { send } from '../../support/odata.ts'
import { as, until } from '../../support/admin-api.ts'

const app = startApp()

const metrics = async (): Promise<Map<string, number>> => readMetrics((await send(app, 'GET', '/metrics')).text)

/** How much a metric has grown by an action; requests are counted just after they are answered. */
const growth = async (name: string, labels: Record<string, string>, act: () => Promise<unknown>): Promise<number> => {
  const before = valueOf(await metrics(), name, labels)
  await act()
  await metrics()
  return valueOf(await metrics(), name, labels) - before
}

test.each([
  ['GET', '/odata/v4/SagaFilm/Film?$top=1', { service: 'SagaFilm', method: 'GET', status: '200' }],
  ['GET', '/odata/v4/SagaEpisode', { service: 'SagaEpisode', method: 'GET', status: '200' }],
  ['GET', '/odata/v4/-data/Nothing', { service: '-data', method: 'GET', status: '404' }],
  ['DELETE', '/odata/v4/SagaEpisode/Shows', { service: 'SagaEpisode', method: 'DELETE', status: '405' }],
  ['GET', '/api/v1/tables', { service: 'api', method: 'GET', status: '401' }],
  ['GET', '/health', { service: 'probes', method: 'GET', status: '200' }],
  ['MKCOL', '/nowhere', { service: 'other', method: 'other', status: '404' }],
])('%s %s is counted, and timed', async (method, path, labels) => {
  const { status: _, ...timed } = labels
  const ask = () => send(app, method, path)
  const count = (): Promise<number> => growth('http_requests_total', labels, ask)
  expect(await growth('http_request_duration_seconds_count', timed, async () => expect(await count()).toBe(1))).toBe(1)
})

test('an answer from memory is counted as others, and as such', async () => {
  const ask = () => send(app, 'GET', '/odata/v4/SagaFilm/Planet?$top=1')
  await ask()
  const labels = { service: 'SagaFilm', method: 'GET', status: '200' }
  const count = async () => expect(await growth('http_requests_total', labels, ask)).toBe(1)
  expect(await growth('read_cache_requests_total', { result: 'hit' }, count)).toBe(1)
  expect(valueOf(await metrics(), 'read_cache_bytes', {})).toBeGreaterThan(0)
})

test('clients cannot make more metrics, whatever they send', async () => {
  const series = async (): Promise<number> =>
    [...(await metrics()).keys()].filter((key) => key.startsWith('http_')).length
  await send(app, 'PROPFIND', '/nowhere')
  const before = await series()
  for (let n = 0; n < 50; n++) await send(app, ['LOCK', 'COPY', 'MOVE'][n % 3]!, `/${n}/odata/v4/${n}/${n}?${n}=${n}`)
  expect(await series()).toBe(before)
})

describe('the administration API', () => {
  const post = (path: string, body: object, headers = {}) =>
    send(app, 'POST', `/api/v1${path}`, { headers: { ...as('operator'), ...headers }, body })

  test.each([
    ['an answer', 'dataProfile', { table: 'saga_Film' }, 'succeeded'],
    ['a stream', 'export', { table: 'saga_Film' }, 'succeeded'],
    ['an error', 'dataProfile', { table: 'nothing' }, 'failed'],
  ])('%s of an operation is counted when it has ended', async (_, operation, body, outcome) => {
    const act = () => post(`/${operation}`, body, { accept: 'text/csv, application/json' })
    expect(await growth('saga_admin_operations_total', { operation, outcome }, act)).toBe(1)
    expect(valueOf(await metrics(), 'saga_admin_operations_running', { operation })).toBe(0)
  })

  test('work in the background runs, and is counted as cancelled', async () => {
    const labels = { operation: 'duplicateDetection' }
    const input = { table: 'saga_People', columns: 'name', mode: 'fuzzy' }
    const counted = await growth('saga_admin_operations_total', { ...labels, outcome: 'cancelled' }, async () => {
      const { body } = await post('/duplicateDetection', input, { prefer: 'respond-async' })
      expect(valueOf(await metrics(), 'saga_admin_operations_running', labels)).toBe(1)
      await send(app, 'DELETE', `/api/v1/operations/${String(body.operationId)}`, { headers: as('operator') })
      await until(async () => valueOf(await metrics(), 'saga_admin_operations_running', labels) === 0)
    })
    expect(counted).toBe(1)
  })
})

test.each(['saga_odata_connections', 'saga_admin_connections'])('%s tells what they do', async (name) => {
  const all = await metrics()
  const states = ['idle', 'busy', 'waiting'].map((state) => valueOf(all, name, { state }))
  expect(states).toEqual([expect.any(Number), 0, 0])
})

test('Node tells of itself', async () => {
  const all = await metrics()
  expect(valueOf(all, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(valueOf(all, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
})

test.each([
  ['nobody, through a proxy', {}, 401],
  ['an editor', as('editor'), 403],
  ['a viewer', as('viewer'), 200],
  ['an admin', as('admin'), 200],
])('in development this machine needs no login, others do: %s', async (_, login, status) => {
  for (const proxy of ['x-forwarded-for', 'x-forwarded-host', 'forwarded']) {
    const answer = await send(app, 'GET', '/metrics', { headers: { ...login, [proxy]: '192.0.2.7' } })
    expect(answer.status).toBe(status)
    expect(/http_requests_total/.test(answer.text)).toBe(status === 200)
  }
})

test('the answer is what Prometheus reads, and nobody keeps it', async () => {
  const { headers } = await send(app, 'GET', '/metrics')
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4; charset=utf-8$/)
  expect(headers['cache-control']).toBe('no-store')
})

describe('settings', () => {
  test('a login is needed where nothing else is set', () => {
    expect(readSettings({})).toEqual({ access: 'viewer' })
    expect(readSettings({ access: 'loopback' })).toEqual({ access: 'loopback' })
  })
  test.each([
    [{ access: 'everybody' }, 'Setting metrics.access must be one of: viewer, loopback'],
    [{ acces: 'viewer' }, 'Setting metrics.acces is not known'],
  ])('%j is refused', (settings, message) => {
    expect(() => readSettings(settings)).toThrow(message)
  })
})

test('a path belongs to a service only as a whole segment', () => {
  const areas = createAreas(['/odata/v4/SagaFilm', '/odata/v4/-data'])
  expect(areas.names).toEqual(['SagaFilm', '-data', 'api', 'openapi', 'probes', 'metrics', 'other'])
  const paths = [
    '/odata/v4/SagaFilm',
    '/odata/v4/SagaFilm/$metadata',
    '/odata/v4/SagaFilms',
    '/odata/v4',
    '',
    '/api',
    '/',
  ]
  expect(paths.map((path) => areas.of(path))).toEqual([
    'SagaFilm',
    'SagaFilm',
    'other',
    'other',
    'other',
    'api',
    'other',
  ])
})
