/** 20 cuts of PostgreSQL: clients are told so within 2 seconds, and served within 2 seconds when it is back. */
import { setTimeout } from 'node:timers/promises'
import { type CuttableServer, readAll, startCuttableServer } from '../support/cut-database.ts'
import { startLoad } from '../support/load.ts'

jest.setTimeout(300_000)

const PATIENCE_MS = 2_000
const CUTS = Array.from({ length: 20 }, (_, index) => index + 1)

let server: CuttableServer
beforeAll(async () => {
  server = await startCuttableServer()
})
afterAll(() => server.stop())

const slowest = { refusal: 0, recovery: 0 }

test.each(CUTS)('cut %i', async () => {
  const load = startLoad(server.url, 4)
  await setTimeout(200)
  await server.cable.cut()
  await load.stop()
  expect(load.failures.filter((failure) => failure !== 'status 503')).toEqual([])
  expect(load.slowestMs()).toBeLessThan(PATIENCE_MS)
  const { statuses, milliseconds } = await readAll(server.url)
  expect(statuses).toEqual([503])
  slowest.refusal = Math.max(slowest.refusal, milliseconds, load.slowestMs())

  const mended = performance.now()
  await server.cable.mend()
  while (String((await readAll(server.url)).statuses) !== '200')
    expect(performance.now() - mended).toBeLessThan(PATIENCE_MS)
  slowest.recovery = Math.max(slowest.recovery, performance.now() - mended)
})

test('nobody has waited longer than 2 seconds, and the process is the same', () => {
  console.info('slowest, in milliseconds:', slowest)
  expect(slowest.refusal).toBeLessThan(PATIENCE_MS)
  expect(slowest.recovery).toBeLessThan(PATIENCE_MS)
  expect(server.output().match(/listening on/g)).toHaveLength(1)
})
