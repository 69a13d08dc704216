/** How the server stops. @long: starts and ends servers. */
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { DATABASES, SERVE, startServerOn } from '../../../support/server-on.ts'
import { startServer } from '../../../support/server-process.ts'
import { stopUnderLoad } from '../../../support/stop-under-load.ts'

jest.setTimeout(60_000)

/** What a server in trouble writes. */
const TROUBLE = /error|unfinished|no such table|not open/i

test.each(DATABASES)('on %s, a stop under load fails no request that is under way', async (database) => {
  const server = await startServerOn(database)
  const { failures, code } = await stopUnderLoad(server)
  await server.stop()
  expect(failures).toEqual([])
  expect(code).toBe(0)
  expect(server.output()).not.toMatch(TROUBLE)
})

/** A module that makes the server throw where nobody catches, at a signal. */
const FAULT = `process.on("SIGUSR2",()=>setImmediate(()=>{throw new Error("a fault")}))`

test('a fault that nobody catches is logged, and ends the process when the requests under way are answered', async () => {
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAULT)}` }
  const server = await startServer(SERVE, { env })
  const { failures, code } = await stopUnderLoad(server, 'SIGUSR2')
  expect(failures).toEqual([])
  expect(code).toBe(1)
  expect(server.output()).toMatch(/uncaughtException[^]*a fault/)
})

test('a stopping server says so to those who ask, and sends them elsewhere for the next request', async () => {
  const server = await startServer(SERVE)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ready = (): Promise<{ status: number | undefined; connection: string | undefined }> =>
    new Promise((resolve, reject) => {
      const sent = request(`${server.url}/ready`, { agent }, (response) => {
        response.resume().on('end', () => {
          resolve({ status: response.statusCode, connection: response.headers.connection })
        })
      })
      sent.on('error', reject).end()
    })
  expect(await ready()).toEqual({ status: 200, connection: 'keep-alive' })
  server.signal('SIGTERM')
  await setTimeout(50)
  expect(await ready()).toEqual({ status: 503, connection: 'close' })
  expect(await server.ended).toBe(0)
})

test('a second signal ends the process at once', async () => {
  const server = await startServer(SERVE)
  server.signal('SIGTERM')
  await setTimeout(50)
  server.signal('SIGTERM')
  expect(await server.ended).toBeNull()
})
