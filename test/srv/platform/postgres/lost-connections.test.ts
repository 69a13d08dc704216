/** What is being written when the connection to PostgreSQL is lost fails, and nothing else does. */
import { Readable } from 'node:stream'
import cds from '@sap/cds'
import { type CapDatabase, connectCapPostgres } from '../../../support/cap-postgres.ts'
import { type Postgres, startPostgres } from '../../../support/postgres.ts'
import { startTcpProxy, type TcpProxy } from '../../../support/tcp-proxy.ts'

jest.setTimeout(60_000)

// What is lost is also logged.
Object.assign(cds.env.log.levels, { db: 'error' })

let postgres: Postgres
let cable: TcpProxy
let database: CapDatabase

beforeAll(async () => {
  postgres = await startPostgres()
  cable = await startTcpProxy(postgres.credentials.port)
  const credentials = { ...postgres.credentials, port: cable.port }
  database = await connectCapPostgres(credentials, { max: 2, testOnBorrow: true, acquireTimeoutMillis: 2_000 })
})
afterEach(() => cable.mend())
afterAll(async () => {
  await database.disconnect()
  await cable.stop()
  await postgres.stop()
})

/** When the cable is cut, told by how much of the value has been asked for. */
const MOMENTS: Record<string, (cut: () => Promise<void>) => Readable> = {
  'before anything of it is sent': (cut) => {
    void cut()
    return Readable.from([Buffer.from('{}')])
  },
  'while it is sent': (cut) =>
    Readable.from(
      (async function* () {
        yield Buffer.from('{"a":')
        await cut()
        yield Buffer.from('1}')
        yield Buffer.from(' ')
      })(),
    ),
  'when it has been sent': (cut) =>
    Readable.from(
      (async function* () {
        yield Buffer.from('{}')
        void cut()
      })(),
    ),
}

test.each(Object.entries(MOMENTS))('a value is lost with its connection %s', async (_moment, valueFor) => {
  const cut = async (): Promise<void> => {
    await cable.cut()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const write = database.tx(async (tx) => {
    await tx.run('SELECT 1')
    return tx.prepare('SELECT $1::text').run([valueFor(cut)])
  })
  await expect(write).rejects.toMatchObject({ code: expect.stringMatching(/^(08006|57P0\d|E[A-Z]+)$/) as string })
  await cable.mend()
  expect(await database.run('SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a statement on a lost connection says so by its code', async () => {
  const statement = database.tx(async (tx) => {
    await tx.run('SELECT 1')
    await cable.cut()
    await new Promise((resolve) => setTimeout(resolve, 20))
    return tx.run('SELECT 1')
  })
  await expect(statement).rejects.toMatchObject({ code: '08006' })
})
