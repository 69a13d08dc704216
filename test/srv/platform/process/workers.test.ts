/** @long: starts servers of several processes. */
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { startServerOn } from '../../../support/server-on.ts'
import { readMetrics, valueOf } from '../../../support/metrics.ts'
import type { ServerProcess } from '../../../support/server-process.ts'
import { stopUnderLoad } from '../../../support/stop-under-load.ts'

jest.setTimeout(120_000)

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

interface StartedWorker {
  readonly number: string
  readonly pid: number
}

/** The workers in the order in which they began to run, which need not be that of their numbers. */
const workers = (): StartedWorker[] =>
  [...server.output().matchAll(/Worker (\d+) started - pid: (\d+)/g)].map(([, number = '', pid]) => ({
    number,
    pid: Number(pid),
  }))

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The status is 0 while nobody listens. */
const ready = async (): Promise<readonly [status: number, body: unknown]> => {
  try {
    const reply = await fetch(`${server.url}/ready`, { headers: { connection: 'close' } })
    return [reply.status, await reply.json()]
  } catch {
    return [0, null]
  }
}
const told = (running: number) => [200, { status: 'UP', workers: { running, wanted: 2 } }]

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await setTimeout(50)
}

const allServe = (): Promise<void> => until(async () => JSON.stringify(await ready()) === JSON.stringify(told(2)))

test('a worker that is killed is told of, missed, and replaced', async () => {
  await allServe()
  const [{ number, pid }] = workers() as [StartedWorker]
  process.kill(pid, 'SIGKILL')
  await until(() => server.output().includes(`(process ${pid}) was ended by SIGKILL`))
  expect(await ready()).toEqual(told(1))
  await allServe()
  expect(server.output()).toContain(`worker ${number} is started again in 250 ms`)
  const metrics = await fetch(`${server.url}/metrics`, { headers: { connection: 'close' } })
  expect(metrics.status).toBe(200)
})

test('one that dies again and again is started less and less often, and the other serves on', async () => {
  const number = /worker (\d+) is started again/.exec(server.output())?.[1]
  for (const waitMs of [500, 1_000]) {
    await allServe()
    const count = workers().length
    process.kill(workers().at(-1)!.pid, 'SIGKILL')
    await until(() => server.output().includes(`worker ${number} is started again in ${waitMs} ms`))
    expect(await ready()).toEqual(told(1))
    await until(() => workers().length > count)
  }
})

/** A port that nobody has at the moment. */
const freePort = async (): Promise<string> => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  await new Promise((resolve) => holder.close(resolve))
  return String(port)
}

test('where all die again and again, one is started soon each time', async () => {
  await server.stop()
  // Any free port would be another one for those who listen when nobody does any more.
  server = await startServerOn('postgres', { CDS_WORKERS: '2', PORT: await freePort() })
  for (let round = 0; round < 5; round++) {
    await allServe()
    const logged = server.output().length
    const alive = workers().filter(({ pid }) => isAlive(pid))
    for (const { pid } of alive) process.kill(pid, 'SIGKILL')
    const waits = (): number[] =>
      [
        ...server
          .output()
          .slice(logged)
          .matchAll(/is started again in (\d+) ms/g),
      ].map(([, waitMs]) => Number(waitMs))
    await until(() => waits().length >= alive.length)
    expect(Math.min(...waits())).toBeLessThanOrEqual(1_000)
  }
})

test('a server of several processes stops as one: no request that is under way fails', async () => {
  await allServe()
  const { failures, code } = await stopUnderLoad(server)
  expect(failures).toEqual([])
  expect(code).toBe(0)
})

test('a server that is stopped while it waits to replace a worker ends, and nothing is left', async () => {
  await server.stop()
  server = await startServerOn('postgres', { CDS_WORKERS: '2' })
  await allServe()
  await until(() => workers().length === 2)
  process.kill(workers()[0]!.pid, 'SIGKILL')
  await until(() => server.output().includes('is started again'))
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(workers().filter(({ pid }) => isAlive(pid))).toEqual([])
})

test('the first process ends after the last request of the others, however long that takes', async () => {
  await server.stop()
  server = await startServerOn('postgres', { CDS_WORKERS: '2' })
  await allServe()
  const body = JSON.stringify({ name: 'Of a slow client' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const sent = request(`${server.url}/odata/v4/SagaFilm/People`, { method: 'POST', headers })
  const status = new Promise<unknown>((resolve, reject) => {
    sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
  })
  sent.write(body.slice(0, 5))
  await setTimeout(500)
  server.signal('SIGTERM')
  // CAP would end it after a second.
  await setTimeout(2_500)
  expect(isAlive(server.pid)).toBe(true)
  sent.end(body.slice(5))
  expect(await status).toBe(201)
  expect(await server.ended).toBe(0)
})

test('workers of which none can serve end the start, each with a line', async () => {
  const start = startServerOn('postgres', {
    CDS_WORKERS: '2',
    CDS_CONFIG: '{"requires":{"dba":{"timeoutSeconds":-1}}}',
  })
  await expect(start).rejects.toThrow(/ended with 1:[^]*dba\.timeoutSeconds[^]*has ended with exit code 1/)
})
