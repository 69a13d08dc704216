import { createServer } from 'node:net'
import { HanaConnection } from '../../srv/admin/database/hana/connection.ts'
import { loadDriver } from '../../srv/admin/database/hana/load-driver.ts'
import type { HanaCredentials } from '../../srv/admin/database/hana/client-options.ts'
import { startHanaSocket } from '../support/hana-socket/server.ts'
import { createSelfSigned } from '../support/self-signed.ts'
import { messageOf } from './check-lines.ts'
import { hintFor } from './hints.ts'

/** What the table tells of a connection that comes to nothing. */
const problem = (credentials: HanaCredentials): Promise<string> =>
  HanaConnection.open(loadDriver(), credentials, undefined, 3_000).then(
    () => 'none',
    (error: unknown) => messageOf(error),
  )

test('of a certificate that nobody trusts', async () => {
  const server = await startHanaSocket({ certificate: createSelfSigned() })
  const told = await problem({ ...server.credentials, encrypt: true })
  await server.stop()
  expect(hintFor(told)).toMatch(/not one that is trusted/)
})

test('of a server that wants TLS, and closes where there is none, as for an address that it does not let in', async () => {
  const server = createServer((socket) => socket.on('data', () => socket.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const told = await problem({ host: '127.0.0.1', port, user: 'A', password: 'B' })
  expect(hintFor(told)).toMatch(/allowed connections/)
  server.close()
})

test('of a password that is wrong', async () => {
  const server = await startHanaSocket()
  const told = await problem({ ...server.credentials, password: 'x' })
  await server.stop()
  expect(hintFor(told)).toMatch(/password is wrong/)
})

test('of a name that nobody has', async () => {
  expect(hintFor(await problem({ host: 'nobody.invalid', port: 443, user: 'A', password: 'B' }))).toMatch(
    /no such host/,
  )
})

test('none of what needs none', () => {
  expect(hintFor('260 invalid column name')).toBeNull()
})
