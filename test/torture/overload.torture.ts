/** 2,000 connections that read nothing, 100 clients on the largest answers with a heap of 256 MB, and pipelines that are left. */
import { setTimeout } from 'node:timers/promises'
import { LARGE_READ, largeBatch } from '../support/large-answers.ts'
import { eventually, get, neverReading, openHandles, residentMegabytes, watchHealth } from '../support/raw-clients.ts'
import { DATABASES, startServerOn } from '../support/server-on.ts'
import type { ServerProcess } from '../support/server-process.ts'

jest.setTimeout(900_000)

const STALL_MS = 30_000

describe.each(DATABASES)('on %s', (database) => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServerOn(database, {
      NODE_OPTIONS: '--max-old-space-size=256',
      CDS_CONFIG: JSON.stringify({ log: { levels: { request: 'warn', odata: 'error' } } }),
    })
  })
  afterAll(() => server.stop())

  const status = async (path: string): Promise<number> => {
    const answer = await fetch(server.url + path)
    await answer.arrayBuffer()
    return answer.status
  }

  const overrun = async (requests: readonly string[]): Promise<void> => {
    const handles = openHandles(server.pid)
    const health = watchHealth(server.url)
    const clients = await Promise.all(requests.map((request) => neverReading(server.url, request)))
    for (let round = 0; round < 40; round++) {
      expect(await status('/odata/v4/SagaFilm/Planet?$top=1')).toBe(200)
      await setTimeout(500)
    }
    const { slowestMs, failures } = await health.stop()
    console.info(`${database}, ${requests.length} clients:`, { slowestMs, megabytes: residentMegabytes(server.pid) })
    expect([failures, slowestMs < 10_000]).toEqual([0, true])
    await eventually(() => openHandles(server.pid) <= handles + 20, 3 * STALL_MS)
    expect(await status(LARGE_READ)).toBe(200)
    for (const client of clients) client.destroy()
  }

  test('100 clients on the largest read', () => overrun(Array<string>(100).fill(get(LARGE_READ))))

  test('100 clients on the largest batch', () => overrun(Array<string>(100).fill(largeBatch())))

  test('2,000 connections on both, each asking ten times', () =>
    overrun(Array.from({ length: 2_000 }, (_, index) => (index % 2 ? get(LARGE_READ) : largeBatch()).repeat(10))))

  test('100 pipelines of 100 requests, left ten times', async () => {
    const pipeline = (get('/films/Component.js') + get('/odata/v4/SagaFilm/Film')).repeat(50)
    const leave = async (): Promise<void> => {
      const clients = await Promise.all(Array.from({ length: 100 }, () => neverReading(server.url, pipeline)))
      await setTimeout(200)
      for (const client of clients) client.destroy()
      await setTimeout(200)
    }
    await leave()
    const [handles, megabytes] = [openHandles(server.pid), residentMegabytes(server.pid)]
    for (let round = 0; round < 10; round++) await leave()
    await eventually(() => openHandles(server.pid) <= handles + 5)
    expect(residentMegabytes(server.pid)).toBeLessThan(megabytes + 100)
  })
})
