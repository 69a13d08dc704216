/** Limits that the server itself keeps, by the real driver and a server that speaks HANA's protocol. */
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { HanaConnection } from '../../../../../srv/admin/database/hana/connection.ts'
import type { Client, Driver } from '../../../../../srv/admin/database/hana/driver.ts'
import { loadDriver } from '../../../../../srv/admin/database/hana/load-driver.ts'
import { withTimeLimit } from '../../../../../srv/admin/database/hana/stop-statement.ts'
import { query } from '../../../../support/engines.ts'
import { endSockets, type OnSocket, openOnSocket } from '../../../../support/hana-socket/use.ts'

afterEach(endSockets)

const text = (sql: string) => ({ sql, parameters: [] })
const hangs = { sql: /^SELECT SLOW/, hangs: true }
const refused = { sql: /^ALTER SYSTEM/, error: { code: 258 } }
const forever = new AbortController().signal

const until = async (isSo: () => boolean): Promise<void> => {
  for (let tries = 0; !isSo() && tries < 500; tries++) await sleep(10)
  expect(isSo()).toBe(true)
}

/** Asks for something slow, and gives up when the server works on it. */
const giveUp = async ({ server, database }: OnSocket, isOver: () => boolean): Promise<void> => {
  const giving = new AbortController()
  const options = { signal: giving.signal, timeoutMs: 60_000 }
  const reading = database.read(options, (session) => session.query(text('SELECT SLOW')))
  const outcome = expect(reading).rejects.toMatchObject({ code: 'OPERATION_CANCELLED' })
  await until(() => server.sessions[0]?.isHanging === true)
  giving.abort()
  await outcome
  await until(isOver)
}

test('each statement has the seconds that its work has left, and some more', async () => {
  const { server, database } = await openOnSocket()
  await database.read({ signal: forever, timeoutMs: 30_000 }, (session) => session.query(text('SELECT 1')))
  await database.write({ signal: forever, timeoutMs: 600_000 }, async (session) => {
    await session.execute(text('DELETE FROM T'))
    await session.execute({ sql: 'DELETE FROM T WHERE ID = ?', parameters: [1] })
  })
  const limits = server.sessions[0]?.timeLimits ?? []
  const [first, ...others] = limits
  expect(first).toBe(0) // there is no context before the first answer
  expect(others.slice(0, 2).every((limit) => limit > 0 && limit <= 35)).toBe(true)
  expect(others.slice(2).every((limit) => limit > 35 && limit <= 605)).toBe(true)
})

test('a statement that may not be cancelled is ended by its limit, and the lacking privilege told with it', async () => {
  const told: string[] = []
  const one = await openOnSocket({ answers: [hangs, refused] }, {}, (message) => told.push(message))
  await giveUp(one, () => told.length > 0)
  expect(told).toEqual([expect.stringMatching(/until the time of their operation is over.*SESSION ADMIN to the user$/)])
  expect(one.server.sessions[0]?.timeLimits.at(-1)).toBeGreaterThan(0)
})

test('what the server says then is that it took too long', async () => {
  const { server } = await openOnSocket({ answers: [hangs] })
  const connection = await HanaConnection.open(loadDriver(), server.credentials)
  await connection.execute('SET TRANSACTION READ ONLY', [])
  connection.limitTime(() => -4_500)
  await expect(connection.query('SELECT SLOW', [])).rejects.toMatchObject({ code: 'OPERATION_TIMEOUT' })
  connection.destroy()
})

test('a server that knows no limits is sent none, and that is told', async () => {
  const told: string[] = []
  const options = { answers: [hangs, refused], hasTimeLimits: false }
  const one = await openOnSocket(options, {}, (message) => told.push(message))
  await query(one.database, 'SELECT 1')
  await giveUp(one, () => told.length > 0)
  expect(told).toEqual([expect.stringContaining('or set a time limit for statements on the server')])
  expect(one.server.sessions[0]?.timeLimits.every((limit) => limit === 0)).toBe(true)
})

test('messages that are as large as they may be have room for it', async () => {
  const parameters = [{ name: '', type: 'NVARCHAR' as const }]
  const { server } = await openOnSocket({ answers: [{ sql: /^INSERT/, parameters }] })
  const small: Driver = {
    createClient: (options) => loadDriver().createClient({ ...options, packetSizeLimit: 2 ** 17 }),
  }
  const connection = await HanaConnection.open(small, server.credentials)
  await connection.execute('SET TRANSACTION READ WRITE', [])
  connection.limitTime(() => 10_000)
  const rows = Array.from({ length: 30_000 }, () => ['xxxxx']) // some more than fit
  expect(await connection.executeRows('INSERT INTO T VALUES (?)', rows)).toBe(rows.length)
  connection.destroy()
})

describe('the parts of the driver that nobody publishes', () => {
  const { createClient } = createRequire(__filename)('hdb') as Driver
  const options = { host: 'h', port: 1, user: 'u', password: 'p', packetSizeLimit: 2 ** 20, dataFormatSupport: 8 }

  test('are as they were read', () => {
    expect(withTimeLimit(createClient(options))).toHaveProperty('limitStatements')
    expect(createClient(options)).not.toHaveProperty('limitStatements') // of one client, not of all
  })

  test.each(['connectOptions', '_connection'])('are left alone where %s is another', (name) => {
    const client = createClient(options)
    Object.defineProperty(client, name, { value: {} })
    expect(withTimeLimit(client)).not.toHaveProperty('limitStatements')
    expect(withTimeLimit({} as Client)).toEqual({})
  })
})
