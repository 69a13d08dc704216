/** CAP's service for SAP HANA on a server that speaks its protocol: what is ended from outside ends at once, on both sides. */
import { setTimeout as sleep } from 'node:timers/promises'
import cds from '@sap/cds'
import type { DatabaseService } from '../../../../srv/platform/cap/database-service.ts'
import { endStatements } from '../../../../srv/platform/hana/index.ts'
import type { Canned } from '../../../support/hana-socket/answers.ts'
import { type HanaSocket, startHanaSocket } from '../../../support/hana-socket/server.ts'

type Transaction = DatabaseService & { run: (sql: string) => Promise<unknown>; disconnect: () => Promise<void> }

const SLOW: Canned = { sql: /^SELECT SLOW/, hangs: true }
const VERSION: Canned = {
  sql: /M_DATABASE/,
  columns: [{ name: 'VERSION', type: 'NVARCHAR' }],
  rows: [['4.00.000.00.1700000000']],
}

// What is ended is also logged.
Object.assign(cds.env.log.levels, { db: 'error' })

let server: HanaSocket
let database: Transaction & { tx: () => Transaction }
let count = 0
const connect = async (...answers: readonly Canned[]): Promise<void> => {
  server = await startHanaSocket({ answers: [...answers, VERSION] })
  const settings = { kind: 'hana', impl: '@cap-js/hana', credentials: server.credentials, pool: { max: 2 } }
  database = (await cds.connect.to(`hana-${String(++count)}`, settings as never)) as unknown as typeof database
  endStatements(database)
}
afterEach(async () => {
  await database.disconnect()
  await server.stop()
})

const until = async (isSo: () => boolean): Promise<void> => {
  for (let tries = 0; !isSo() && tries < 500; tries++) await sleep(10)
  expect(isSo()).toBe(true)
}
const cancels = (): string[] => server.log.filter((sql) => sql.startsWith('ALTER SYSTEM CANCEL SESSION'))

/** Asks for what never ends, and ends the transaction meanwhile. */
const end = async (): Promise<void> => {
  const before = server.sessions.filter(({ isHanging }) => isHanging).length
  const transaction = database.tx()
  const failed = expect(transaction.run('SELECT SLOW')).rejects.toMatchObject({ code: 'EHDBCLOSE' })
  await until(() => server.sessions.filter(({ isHanging }) => isHanging).length > before)
  await transaction.destroy()
  await failed
  await transaction.rollback().catch(() => undefined) // it is over already
}

test('the connection closes, who waits hears of it, and the statement is cancelled', async () => {
  await connect(SLOW)
  await end()
  await until(() => cancels().length === 1 && server.sessions.every(({ isHanging }) => !isHanging))
  expect(cancels()).toEqual([`ALTER SYSTEM CANCEL SESSION '${String(server.sessions[0]?.id)}'`])
})

test('a missing privilege for that is told once', async () => {
  const told = jest.spyOn(cds.log('process'), 'warn').mockImplementation(() => undefined)
  await connect(SLOW, { sql: /^ALTER SYSTEM/, error: { code: 258 } })
  await end()
  await end()
  await until(() => cancels().length === 2)
  await until(() => told.mock.calls.length > 0)
  await sleep(50)
  expect(told.mock.calls).toEqual([[expect.stringContaining('SESSION ADMIN')]])
  told.mockRestore()
})

test('others are left alone', () => {
  const sqlite = { kind: 'sqlite', destroy: () => Promise.resolve() }
  const { destroy } = sqlite
  endStatements(sqlite)
  expect(sqlite.destroy).toBe(destroy)
  count = 0
  database = { disconnect: () => Promise.resolve() } as typeof database
  server = { stop: () => Promise.resolve() } as HanaSocket
})
