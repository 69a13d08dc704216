/**
 * OpenTelemetry: with its profile, traces and metrics reach a collector; without it, nothing of it is even loaded.
 * @long: starts several servers.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fetchPackages } from '../../../deploy/fetch-packages.ts'
import { SERVE } from '../../support/server-on.ts'
import { ROOT, type ServerProcess, startServer } from '../../support/server-process.ts'
import { basic } from '../../support/users.ts'

jest.setTimeout(120_000)

const folder = mkdtempSync(join(tmpdir(), 'saga-'))
const received = new Map<string, string>()
/** A collector as far as it takes: texts are readable in the binary form of OTLP. */
const collector = createServer((req, res) => {
  void buffer(req).then((body) => {
    const known = received.get(req.url!) ?? ''
    received.set(req.url!, known + body.toString('latin1'))
    res.setHeader('content-type', 'application/x-protobuf').end()
  })
})
let endpoint: string

beforeAll(async () => {
  fetchPackages(join(ROOT, 'srv/platform/telemetry'))
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(() => {
  collector.close()
  collector.closeAllConnections()
  rmSync(folder, { recursive: true })
})

const FILMS = '/odata/v4/SagaFilm/Film?$select=title&$filter=episode_id%20eq%204'
const TRACE = '0af7651916cd43dd8448eb211c80319c'

/** Starts a server that tells at its end which scripts it has loaded: V8's coverage lists them all. */
const start = (profile: string): Promise<ServerProcess> => {
  const env = {
    NODE_V8_COVERAGE: join(folder, profile),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: 'probe',
  }
  return startServer(`${SERVE} --profile ${profile}`, { env })
}

const loadedBy = (profile: string): string[] =>
  readdirSync(join(folder, profile)).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, profile, file), 'utf8')) as { result: { url: string }[] }
    return result.map(({ url }) => url)
  })

const ask = async (server: ServerProcess, path: string): Promise<{ status: number; text: string }> => {
  const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, ...basic('viewer') }
  const response = await fetch(server.url + path, { headers })
  return { status: response.status, text: await response.text() }
}

describe('with the profile', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await start('telemetry')
  })
  afterAll(() => server.stop())

  const arrived = async (path: string, pattern: RegExp): Promise<void> => {
    while (!pattern.test(received.get(path) ?? '')) await setTimeout(20)
  }

  test('a read is a span in the trace of its caller, down to the database, and tells no secret', async () => {
    expect((await ask(server, FILMS)).status).toBe(200)
    await arrived('/v1/traces', /GET.*http\.status_code/s)
    const traces = received.get('/v1/traces')!
    for (const text of ['SagaFilm - READ SagaFilm.Film', 'db - READ SagaFilm.Film', 'probe'])
      expect(traces).toContain(text)
    expect(traces).toContain(Buffer.from(TRACE, 'hex').toString('latin1'))
    expect(traces).not.toContain(basic('viewer').authorization.slice('Basic '.length))
  })

  test('a read that is answered from memory is one as well, and the same', async () => {
    const first = await ask(server, FILMS)
    received.clear()
    expect(await ask(server, FILMS)).toEqual(first)
    await arrived('/v1/traces', /GET.*http\.status_code/s)
    expect(received.get('/v1/traces')).not.toContain('db - READ')
    expect((await ask(server, '/metrics')).text).toMatch(/^read_cache_requests_total\{.*hit.*\} [1-9]/m)
  })

  test('what is measured is sent at the end at the latest', async () => {
    await server.stop()
    for (const name of ['http.server.duration', 'db.pool.size']) expect(received.get('/v1/metrics')).toContain(name)
  })
})

test('without it nothing of it is loaded', async () => {
  const server = await start('development')
  expect((await ask(server, FILMS)).status).toBe(200)
  await server.stop()
  // Its interface alone is loaded by prom-client in every case.
  const ofTelemetry = /node_modules\/(@opentelemetry\/(?!api\/)|@cap-js\/telemetry\/)/
  expect(loadedBy('telemetry').filter((url) => ofTelemetry.test(url)).length).toBeGreaterThan(10)
  expect(loadedBy('development').length).toBeGreaterThan(100)
  expect(loadedBy('development').filter((url) => ofTelemetry.test(url))).toEqual([])
})
