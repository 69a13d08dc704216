/** CAP's service for SAP HANA on a server that speaks its protocol: what is ended from outside ends at once, on both sides. */
import { setTimeout as sleep } from 'node:timers/promises'
import cds from '@sap/cds'
import type { DatabaseService } from '../../../../srv/platform/cap/database-service.ts'
import { endStatements } from '../../../../srv/platform/hana/index.ts'
import { endLongTransactions } from '../../../../srv/platform/process/index.ts'
import type { Canned } from '../../../support/hana-socket/answers.ts'
import { type HanaSocket, type HanaSocketOptions, startHanaSocket } from '../../../support/hana-socket/server.ts'

jest.mock(
  '@sap/hana-client',
  () => jest.requireActual<{ hanaClient: object }>('../../../support/hana-client-double.ts').hanaClient,
  { virtual: true },
)

interface Statement {
  run: (values: unknown[]) => Promise<unknown>
  runBatch: (rows: unknown[][]) => Promise<unknown>
  all: (values: unknown[]) => Promise<unknown>
}
type Transaction = DatabaseService<unknown, Promise<Statement>> & {
  run: (sql: string) => Promise<unknown>
  disconnect: () => Promise<void>
}

const SLOW: Canned = { sql: /^SELECT SLOW/, hangs: true }
const REFUSED: Canned = { sql: /^ALTER SYSTEM/, error: { code: 258 } }
const VERSION: Canned = {
  sql: /M_DATABASE/,
  columns: [{ name: 'VERSION', type: 'NVARCHAR' }],
  rows: [['4.00.000.00.1700000000']],
}
const LOST = /^EHDBCLOSE$|^-10807$/
const CONNECTIONS = 2

// What is ended is also logged.
Object.assign(cds.env.log.levels, { db: 'error' })
const told = jest.spyOn(cds.log('process'), 'warn').mockImplementation(() => undefined)
jest.spyOn(cds.log('process'), 'error').mockImplementation(() => undefined)
afterEach(() => told.mockClear())

const until = async (isSo: () => boolean): Promise<void> => {
  for (let tries = 0; !isSo() && tries < 1_000; tries++) await sleep(10)
  expect(isSo()).toBe(true)
}

let count = 0

describe.each(['hdb', 'hana-client'])('by %s', (driver) => {
  let server: HanaSocket
  let database: Transaction & { tx: () => Transaction }
  /** @param timeoutMs of a transaction */
  const connect = async (
    answers: readonly Canned[],
    timeoutMs = 30_000,
    options: HanaSocketOptions = {},
  ): Promise<void> => {
    server = await startHanaSocket({ answers: [...answers, VERSION], ...options })
    const pool = { max: CONNECTIONS, acquireTimeoutMillis: 2_000 }
    const settings = { kind: 'hana', impl: '@cap-js/hana', driver, credentials: server.credentials, pool }
    database = (await cds.connect.to(`hana-${String(++count)}`, settings as never)) as unknown as typeof database
    endStatements(database, timeoutMs)
  }
  afterEach(async () => {
    await database.disconnect()
    await server.stop()
  })

  const cancels = (): string[] => server.log.filter((sql) => sql.startsWith('ALTER SYSTEM CANCEL SESSION'))
  const hanging = (): number => server.sessions.filter(({ isHanging }) => isHanging).length
  const failing = (result: Promise<unknown>): Promise<void> =>
    result.then(
      () => Promise.reject(new Error('it has an answer')),
      (error: unknown) => expect(String((error as { code?: unknown }).code)).toMatch(LOST),
    )

  /** Asks for what never ends, and ends the transaction meanwhile. */
  const end = async (): Promise<void> => {
    const before = hanging()
    const transaction = database.tx()
    const failed = failing(transaction.run('SELECT SLOW'))
    await until(() => hanging() > before)
    await transaction.destroy()
    await failed
    await transaction.rollback().catch(() => undefined) // it is over already
  }

  test('the connection closes, who waits hears of it, and the statement is cancelled', async () => {
    await connect([SLOW])
    await end()
    await until(() => cancels().length === 1 && hanging() === 0)
    expect(cancels()).toEqual([`ALTER SYSTEM CANCEL SESSION '${String(server.sessions[0]?.id)}'`])
  })

  test('a missing privilege for that is told once', async () => {
    await connect([SLOW, REFUSED])
    await end()
    await end()
    await until(() => cancels().length === 2)
    await until(() => told.mock.calls.length > 0)
    await sleep(50)
    expect(told.mock.calls).toEqual([
      [expect.stringMatching(/until the time of their transaction is over.*SESSION ADMIN/)],
    ])
  })

  test('what may not be cancelled is ended by HANA a little after its transaction, and the pool is whole', async () => {
    const timeoutMs = 2_000
    await connect([SLOW, REFUSED], timeoutMs)
    const stop = endLongTransactions(database, timeoutMs)
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const transaction = database.tx()
        await failing(transaction.run('SELECT SLOW'))
        await transaction.rollback().catch(() => undefined)
      }),
    )
    expect(hanging()).toBe(CONNECTIONS) // nobody waits, and HANA has not noticed
    const again = Array.from({ length: CONNECTIONS }, () => database.tx())
    await Promise.all(again.map((each) => each.run('SELECT 1')))
    await Promise.all(again.map((each) => each.commit()))
    expect(Object.values(database.pools)).toMatchObject([{ borrowed: 0, pending: 0, available: CONNECTIONS }])
    await until(() => hanging() === 0)
    stop()
  })

  test('a statement may take as long as its transaction has left and some more, whatever it is and whoever had the connection before', async () => {
    const parameters = [{ name: '', type: 'INT' as const }]
    await connect([{ sql: /^INSERT/, parameters }], 20_000)
    const limits = (): readonly number[] => server.sessions[0]?.timeLimits ?? []
    for (const usedMs of [0, 4_000, 60_000]) {
      const transaction = database.tx()
      await transaction.begin()
      const before = limits().length
      const real = performance.now.bind(performance)
      const now = jest.spyOn(performance, 'now').mockImplementation(() => real() + usedMs)
      await transaction.run('SELECT 1')
      const statement = await transaction.prepare('INSERT INTO T VALUES (?)')
      await statement.run([1])
      await statement.runBatch([[1], [2]])
      const query = await transaction.prepare('SELECT 2')
      await query.all([])
      const left = Math.max(1, 27 - usedMs / 1_000)
      expect([...new Set(limits().slice(before))]).toEqual([left])
      expect(limits().slice(before).length).toBeGreaterThanOrEqual(4)
      now.mockRestore()
      await transaction.commit()
    }
    expect(server.sessions).toHaveLength(1)
  })

  test('a server that keeps no limits is sent none, and that is told', async () => {
    await connect([SLOW, REFUSED], 30_000, { hasTimeLimits: false })
    await end()
    await until(() => told.mock.calls.length > 0)
    expect(told.mock.calls).toEqual([[expect.stringMatching(/until it notices that nobody waits.*SESSION ADMIN/)]])
    expect(server.sessions.flatMap(({ timeLimits }) => timeLimits).every((limit) => limit === 0)).toBe(true)
  })
})

test('others are left alone', () => {
  const sqlite = { kind: 'sqlite', destroy: () => Promise.resolve() }
  const { destroy } = sqlite
  endStatements(sqlite)
  expect(sqlite.destroy).toBe(destroy)
})
