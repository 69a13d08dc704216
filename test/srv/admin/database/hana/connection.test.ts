/** Logging in to a server that speaks HANA's protocol, by both drivers. */
import { type AddressInfo, createServer } from 'node:net'
import type { HanaCredentials } from '../../../../../srv/admin/database/hana/driver.ts'
import { HanaConnection } from '../../../../../srv/admin/database/hana/connection.ts'
import { query, unhurried } from '../../../../support/engines.ts'
import { HANA_DRIVERS } from '../../../../support/hana-drivers.ts'
import type { HanaSocketOptions } from '../../../../support/hana-socket/server.ts'
import { endSockets, openOnSocket } from '../../../../support/hana-socket/use.ts'
import { createAuthority } from '../../../../support/self-signed.ts'

afterEach(endSockets)

const READ = ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'SET TRANSACTION READ ONLY']
const away = { code: 'DATABASE_UNAVAILABLE' }

describe.each(HANA_DRIVERS)('by %s', (name, driver) => {
  const open = (options?: HanaSocketOptions, credentials?: Partial<HanaCredentials>) =>
    openOnSocket(options, credentials, undefined, driver())

  test('a connection proves its password, names its schema, commits nothing by itself and is used again', async () => {
    const { server, database } = await open({}, { schema: 'App"s' })
    await query(database, 'SELECT 1 FROM SYS.DUMMY')
    await query(database, 'SELECT 2 FROM SYS.DUMMY')
    expect(server.log).toEqual([
      'SET SCHEMA "App""s"',
      ...[...READ, 'SELECT 1 FROM SYS.DUMMY', 'COMMIT'],
      ...[...READ, 'SELECT 2 FROM SYS.DUMMY', 'COMMIT'],
    ])
    expect(server.sessions).toHaveLength(1)
    expect(server.sessions[0]).toMatchObject({ user: 'SAGA', dataFormat: 8 })
    // The first statement of @sap/hana-client is its own.
    const { autoCommits = [] } = server.sessions[0] ?? {}
    expect(autoCommits.slice(name === 'hdb' ? 0 : 1).every((isOn) => !isOn)).toBe(true)
  })

  test('a wrong password is refused', async () => {
    const { server, database } = await open({}, { password: 'wrong' })
    await expect(query(database, 'SELECT')).rejects.toMatchObject(away)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(server.openConnections).toBe(0)
  })

  describe('with TLS', () => {
    const authority = createAuthority('ours')
    const certificate = authority.issue('localhost')
    const stranger = createAuthority('stranger')

    test.each([
      ['the authority of the server', { encrypt: 'true', certificate: authority.cert }, true],
      ['another authority', { encrypt: true, certificate: stranger.cert }, false],
      ['no authority', { encrypt: true }, false],
      [
        'another authority, but asked to trust anybody',
        { certificate: stranger.cert, sslValidateCertificate: false },
        true,
      ],
      ['the same as text', { encrypt: 'true', sslValidateCertificate: 'false' }, true],
      ['the same as other clients spell it', { encrypt: true, validate_certificate: 'false' }, true],
      ['another authority, and asked to check', { certificate: stranger.cert, sslValidateCertificate: 'true' }, false],
    ])('%s', async (_name, credentials, connects) => {
      const { database } = await open({ certificate }, credentials)
      const asking = query(database, 'SELECT')
      await (connects ? expect(asking).resolves.toEqual([]) : expect(asking).rejects.toMatchObject(away))
    })
  })

  test('without encryption a server that wants it is not reached', async () => {
    const { server } = await open({ certificate: createAuthority('ours').issue('localhost') })
    await expect(HanaConnection.open(driver(), server.credentials, undefined, 50)).rejects.toMatchObject(away)
  })

  test('whoever takes connections and says nothing is given up', async () => {
    const { server } = await open({ isMute: true })
    await expect(HanaConnection.open(driver(), server.credentials, undefined, 50)).rejects.toMatchObject(away)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(server.openConnections).toBe(0)
  })

  test('who speaks something else, or nobody, is no database', async () => {
    const server = createServer((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const credentials = { host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'u', password: 'p' }
    await expect(HanaConnection.open(driver(), credentials)).rejects.toMatchObject(away)
    await new Promise((resolve) => server.close(resolve))
    await expect(HanaConnection.open(driver(), credentials)).rejects.toMatchObject(away)
  })

  describe('which connections go back to the pool', () => {
    const failing = async (sql: string, error: number) => {
      const answers = [{ sql: new RegExp(`^${sql}`), error: { code: error } }]
      const { server, database } = await open({ answers })
      const write = (statements: readonly string[]) =>
        database.write(unhurried(), async (session) => {
          for (const each of statements) await session.execute({ sql: each, parameters: [] })
        })
      return { server, database, write }
    }

    test('those whose statement failed and was rolled back', async () => {
      const { server, database, write } = await failing('DELETE', 301)
      await expect(write(['DELETE FROM T'])).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION' })
      await query(database, 'SELECT')
      expect(server.sessions).toHaveLength(1)
    })

    test('not those whose transaction did not begin', async () => {
      const { server, database, write } = await failing('SET TRANSACTION READ WRITE', 7)
      await expect(write(['DELETE FROM T'])).rejects.toMatchObject({ code: 'NOT_SUPPORTED' })
      expect(server.log).not.toContain('DELETE FROM T')
      await query(database, 'SELECT')
      expect(server.sessions).toHaveLength(2)
    })

    test('not those whose schema, or another setting of the session, was changed, whether that worked or not', async () => {
      const { server, database, write } = await failing('CREATE VIEW', 259)
      await expect(write(['SET SCHEMA "COPY"', 'CREATE VIEW V'])).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' })
      await write(["SET 'APPLICATION' = 'Saga'"])
      await query(database, 'SELECT')
      expect(server.sessions).toHaveLength(3)
    })

    test('not those that the server has closed meanwhile', async () => {
      const { server, database } = await failing('NOTHING', 1)
      await database.read(unhurried(), () => Promise.resolve())
      server.sessions[0]?.leave('rudely')
      await new Promise((resolve) => setTimeout(resolve, 20))
      // @sap/hana-client does not notice before it asks the server something.
      expect(database.usage()).toEqual({ idle: name === 'hdb' ? 0 : 1, busy: 0, waiting: 0 })
      await database.read(unhurried(), () => Promise.resolve())
      expect(server.sessions).toHaveLength(2)
    })
  })
})

test('a server that cannot prove that it knows the password is not believed', async () => {
  const { database } = await openOnSocket({ isImpostor: true })
  await expect(query(database, 'SELECT')).rejects.toMatchObject(away)
})
