import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Connections } from '../../../../srv/platform/process/http-server.ts'

const MEGABYTE = 1_048_576
/** More than the buffers of the system take between two ends. */
const LARGE = Buffer.alloc(32 * MEGABYTE)

let server: Server
const clients: Socket[] = []

const listen = async (connections: Connections, listener: RequestListener): Promise<void> => {
  server = createServer(listener).on('connection', (socket) => {
    connections.add(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
}
const client = async (text = ''): Promise<Socket> => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  clients.push(socket)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
/** Reads a little whenever it is told to, and otherwise nothing. */
const sipper = async (): Promise<{ sip: () => void; socket: Socket }> => {
  const socket = await client(REQUEST)
  socket.pause()
  return { socket, sip: () => void socket.read() }
}

afterEach(() => {
  for (const socket of clients.splice(0)) socket.destroy()
  server.closeAllConnections()
  server.close()
})

const isWaiting = () => setTimeout(100)

test('a connection whose client takes nothing is ended, and not before its time', async () => {
  const connections = new Connections(10, 1_000)
  await listen(connections, (_, res) => res.end(LARGE))
  await sipper()
  await isWaiting()
  connections.endStalled(0)
  connections.endStalled(999)
  expect(connections.size).toBe(1)
  connections.endStalled(1_000)
  expect(connections.size).toBe(0)
})

test('a client that goes on reading is served, however long it takes', async () => {
  const connections = new Connections(10, 1_000)
  await listen(connections, (_, res) => res.end(LARGE))
  const { socket } = await sipper()
  let now = 0
  let received = 0
  socket.on('data', (data) => {
    received += data.length
    socket.pause()
  })
  while (received < LARGE.length) {
    await setTimeout(0)
    socket.resume()
    // Only while a piece of some size was taken: this loop is quicker than the clock that it makes up.
    if (received / MEGABYTE > now / 400) connections.endStalled((now += 400))
    expect(socket.destroyed).toBe(false)
  }
  expect(received).toBeGreaterThanOrEqual(LARGE.length)
})

test('a client for whom nothing waits may stay', async () => {
  const connections = new Connections(10, 1_000)
  await listen(connections, (_, res) => res.write('begin'))
  await client(REQUEST)
  await isWaiting()
  for (const now of [0, 1_000, 2_000, 10_000]) connections.endStalled(now)
  expect(connections.size).toBe(1)
})

test('a new connection takes the place of one that does not read, then of one without a request', async () => {
  const connections = new Connections(3, 1_000)
  await listen(connections, (req, res) => (req.url === '/' ? res.end(LARGE) : res.write('begin')))
  const idle = await client()
  const busy = await client(REQUEST.replace('/ ', '/busy '))
  const { socket: stalled } = await sipper()
  await isWaiting()
  connections.endStalled(0)
  connections.endStalled(500)

  const busyToo = await client(REQUEST.replace('/ ', '/busy '))
  await isWaiting()
  stalled.resume()
  await once(stalled, 'close')
  expect(connections.size).toBe(3)

  const [, another] = await Promise.all([once(idle, 'end'), client(REQUEST.replace('/ ', '/busy '))])
  expect(connections.size).toBe(3)

  // All are busy now: it is the new one that goes.
  const late = await client(REQUEST)
  await once(late, 'close')
  expect([busy, busyToo, another].map(({ readyState }) => readyState)).toEqual(['open', 'open', 'open'])
  expect(connections.size).toBe(3)
})
