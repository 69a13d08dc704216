/** Clients that are slow, many, or far away. @alone: measures waits. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { SERVE } from '../../../support/server-on.ts'
import { type ServerProcess, startServer } from '../../../support/server-process.ts'

const MAX_CONNECTIONS = 10
const settings = {
  headersTimeoutMs: 500,
  requestTimeoutMs: 1_000,
  maxHeaderBytes: 4_096,
  maxConnections: MAX_CONNECTIONS,
}

let server: ServerProcess
beforeAll(async () => {
  server = await startServer(SERVE, { env: { CDS_CONFIG: JSON.stringify({ process: settings }) } })
})
afterAll(() => server.stop())

/** Opens a connection, says something, and tells all that comes until the server closes it. */
const listen = async (text: string): Promise<string> => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', (data: string) => (heard += data))
  socket.write(text)
  await once(socket, 'close')
  return heard
}

test('who does not finish their headers is told to go', async () => {
  expect(await listen('GET /health HTTP/1.1\r\nHost: localhost\r\n')).toMatch(/^HTTP\/1\.1 408 /)
})

test('who does not finish their request is told to go', async () => {
  const head = 'POST /odata/v4/SagaFilm/Planet HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  expect(await listen(`${head}Content-Length: 10\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 408 /)
})

test('who sends too many headers is told so', async () => {
  const headers = `A: ${'a'.repeat(settings.maxHeaderBytes)}\r\n`
  expect(await listen(`GET /health HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
})

test('others are served while slow clients wait', async () => {
  const slow = Promise.all(Array.from({ length: 5 }, () => listen('GET / HTTP/1.1\r\n')))
  const statuses = await Promise.all(
    Array.from({ length: 3 }, async () => (await fetch(`${server.url}/health`)).status),
  )
  expect(statuses).toEqual([200, 200, 200])
  await slow
})

test('connections beyond the limit are closed, and there is room again when others have left', async () => {
  const port = Number(new URL(server.url).port)
  const opened: Socket[] = []
  for (let count = 0; count < MAX_CONNECTIONS + 5; count++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    opened.push(socket)
  }
  const closed = await Promise.race(opened.map((socket) => once(socket, 'close').then(() => 'closed')))
  expect(closed).toBe('closed')
  for (const socket of opened) socket.destroy()
  await Promise.all(opened.filter((socket) => !socket.closed).map((socket) => once(socket, 'close')))
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
})

test('the network does not reach a server that was not told to be open to it', async () => {
  const local = await startServer(SERVE, { env: { HOST: '' } })
  try {
    expect((await fetch(`${local.url}/health`)).status).toBe(200)
    const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
    const outside = others.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2'
    const socket = connect(Number(new URL(local.url).port), outside)
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNREFUSED')
  } finally {
    await local.stop()
  }
})
