import { startServerOn } from '../../support/server-on.ts'
import { readMetrics, valueOf } from '../../support/metrics.ts'
import type { ServerProcess } from '../../support/server-process.ts'
import { stopUnderLoad } from '../../support/stop-under-load.ts'

jest.setTimeout(60_000)

let server: ServerProcess
beforeAll(async () => {
  server = await startServerOn('postgres', { CDS_WORKERS: '2' })
})
afterAll(() => server.stop())

test('whichever process is asked for metrics tells those of all', async () => {
  const ask = (path: string) => fetch(server.url + path, { headers: { connection: 'close' } })
  for (let n = 0; n < 20; n++) await (await ask('/odata/v4/SagaFilm/Planet?$top=1')).arrayBuffer()
  const labels = { service: 'SagaFilm', method: 'GET', status: '200' }
  for (let n = 0; n < 6; n++) {
    const metrics = readMetrics(await (await ask('/metrics')).text())
    expect(valueOf(metrics, 'http_requests_total', labels)).toBe(20)
  }
})

test('a server of several processes stops as one: no request that is under way fails', async () => {
  const { failures, code } = await stopUnderLoad(server)
  expect(failures).toEqual([])
  expect(code).toBe(0)
})
