import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { HanaConnection } from '../../srv/admin/database/hana/connection.ts'
import { loadDriver } from '../../srv/admin/database/hana/load-driver.ts'
import type { HanaCredentials } from '../../srv/admin/database/hana/driver.ts'
import { type HanaSocketOptions, startHanaSocket } from '../support/hana-socket/server.ts'
import { createAuthority, createSelfSigned } from '../support/self-signed.ts'
import { messageOf } from './check-lines.ts'
import { hintFor } from './hints.ts'

const TIMEOUT_MS = 2_000

/** What the table tells of a connection that comes to nothing, or of its first statement. */
const problem = async (credentials: HanaCredentials): Promise<string> => {
  let connection: HanaConnection | undefined
  try {
    connection = await HanaConnection.open(loadDriver(), credentials, undefined, TIMEOUT_MS)
    await connection.query('SELECT 1 AS "one" FROM SYS.DUMMY', [])
    return 'none'
  } catch (error) {
    return messageOf(error)
  } finally {
    connection?.destroy()
  }
}

/** The hint for credentials that differ by what is given, on a server that speaks HANA's protocol. */
const onHana = async (options: HanaSocketOptions, given: Partial<HanaCredentials> = {}): Promise<string | null> => {
  const server = await startHanaSocket(options)
  const told = await problem({ ...server.credentials, ...given })
  await server.stop()
  return hintFor(told)
}

/** The same, on any server. */
const on = async (server: Server, given: Partial<HanaCredentials> = {}): Promise<string | null> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const told = await problem({ host: 'localhost', port, user: 'A', password: 'B', ...given })
  server.close()
  return hintFor(told)
}

const authority = createAuthority('HANA')
const TLS = { encrypt: true, certificate: authority.cert }
const ALLOWED = /allowed connections.*while it is stopped/

test('nothing is wrong with what the others change', async () => {
  const server = await startHanaSocket({ certificate: authority.issue('localhost') })
  expect(await problem({ ...server.credentials, ...TLS })).toBe('none')
  await server.stop()
})

test('a certificate that nobody trusts: of its own, as that of HANA Express, or of another authority', async () => {
  expect(await onHana({ certificate: createSelfSigned() }, { encrypt: true })).toMatch(/not one that is trusted/)
  const certificate = authority.issue('localhost')
  expect(await onHana({ certificate }, { encrypt: true })).toMatch(/not one that is trusted/)
  expect(await onHana({ certificate }, { ...TLS, certificate: createAuthority('X').cert })).toMatch(/not one that/)
})

test('a certificate of another host', async () => {
  expect(await onHana({ certificate: authority.issue('hxe') }, TLS)).toMatch(/of another host/)
  expect(await onHana({ certificate: authority.issue('localhost') }, { ...TLS, host: '127.0.0.1' })).toMatch(/another/)
})

test('a certificate that has expired', async () => {
  expect(await onHana({ certificate: authority.issueExpired('localhost') }, TLS)).toMatch(/out of date/)
})

test('TLS where there is none, and none where there is', async () => {
  expect(await onHana({}, { encrypt: true })).toMatch(/"encrypt"/)
  expect(await onHana({ certificate: createSelfSigned() })).toMatch(/"encrypt"/)
})

test('an address that is not let in, and an instance that is stopped: the connection closes before TLS or in it', async () => {
  const closing = (): Server => createServer((socket) => socket.once('data', () => socket.destroy()))
  expect(await on(closing(), { encrypt: true })).toMatch(ALLOWED)
  expect(await on(closing())).toMatch(ALLOWED)
  expect(
    await on(
      createServer((socket) => socket.resetAndDestroy()),
      { encrypt: true },
    ),
  ).toMatch(ALLOWED)
  const inside = createTlsServer(authority.issue('localhost'), (socket) => socket.destroy())
  expect(await on(inside, TLS)).toMatch(ALLOWED)
})

test('nobody who answers', async () => {
  const mute = await startHanaSocket({ isMute: true })
  expect(hintFor(await problem(mute.credentials))).toMatch(ALLOWED)
  await mute.stop()
})

test('a port where nobody listens, or something else does', async () => {
  const free = createServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))
  expect(hintFor(await problem({ host: '127.0.0.1', port, user: 'A', password: 'B' }))).toMatch(/Nobody listens/)
  expect(await on(createHttpServer())).toMatch(/something else may listen.*39041/)
})

test('a host that there is not', async () => {
  const told = await problem({ host: 'nobody.invalid', port: 443, user: 'A', password: 'B' })
  expect(hintFor(told)).toMatch(/no such host/)
})

test('a password that is wrong, or a locked user or the wrong tenant, which look the same', async () => {
  expect(await onHana({}, { password: 'x' })).toMatch(/password is wrong, or the user is locked.*39041/)
})

test.each([
  [414, /has to be changed first/],
  [415, /deactivated/],
  [416, /locked/],
  [258, /lacks a privilege/],
])('what the server says by its number %i at the first statement', async (code, hint) => {
  expect(await onHana({ answers: [{ sql: /^SELECT/, error: { code } }] })).toMatch(hint)
  expect(await onHana({ answers: [{ sql: /^SET SCHEMA/, error: { code } }] }, { schema: 'S' })).toMatch(hint)
})

test('none of what needs none', () => {
  expect(hintFor('260 invalid column name')).toBeNull()
})
