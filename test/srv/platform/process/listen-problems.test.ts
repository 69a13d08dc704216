/** An address that nobody can listen on is told of in words, before the server does anything else. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { findListenProblems } from '../../../../srv/platform/process/start-problems.ts'

const HOST = '127.0.0.1'

const occupy = async (): Promise<{ server: Server; port: number }> => {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

test('a port that is taken', async () => {
  const { server, port } = await occupy()
  const [problem, ...more] = await findListenProblems(port, HOST)
  expect(problem).toContain(`port ${String(port)} of ${HOST} is taken by another process`)
  expect(problem).toContain(`PORT=${String(port + 1)} npm start`)
  expect(more).toEqual([])
  server.close()
})

test('a port that becomes free is waited for, and a free one is left free', async () => {
  const { server, port } = await occupy()
  setTimeout(() => server.close(), 300)
  expect(await findListenProblems(port, HOST)).toEqual([])
  expect(await findListenProblems(port, HOST)).toEqual([])
  expect(await findListenProblems(0, HOST)).toEqual([])
})

test('an address of another machine', async () => {
  expect(await findListenProblems(45_000, '192.0.2.1')).toEqual([expect.stringContaining('HOST must be an address')])
})
