/** Faults of the driver that would end the process: each of these tests ended it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { HanaConnection } from '../../../../../srv/admin/database/hana/connection.ts'
import { loadDriver } from '../../../../../srv/admin/database/hana/driver.ts'
import type { HanaSocket } from '../../../../support/hana-socket/server.ts'
import { endSockets, openOnSocket } from '../../../../support/hana-socket/use.ts'

const away = { code: 'DATABASE_UNAVAILABLE' }
const uncaught: unknown[] = []
const note = (error: unknown): void => void uncaught.push(error)
/** The driver needs a turn of the event loop for each of them before it sends a statement. */
const COLUMNS = 2_000
const INSERT = `INSERT INTO T VALUES (${Array<string>(COLUMNS).fill('?').join(', ')})`
const LARGE = Array.from({ length: COLUMNS }, () => Buffer.from('large'))

const turn = () => new Promise((resolve) => setImmediate(resolve))

let server: HanaSocket
let connection: HanaConnection
beforeEach(async () => {
  process.on('uncaughtException', note)
  const parameters = LARGE.map(() => ({ name: '', type: 'BLOB' as const }))
  ;({ server } = await openOnSocket({
    answers: [
      { sql: /^SELECT SLOW/, hangs: true },
      { sql: /^INSERT/, parameters },
    ],
  }))
  connection = await HanaConnection.open(loadDriver(), server.credentials)
})
afterEach(async () => {
  await endSockets()
  process.off('uncaughtException', note)
  expect(uncaught.splice(0)).toEqual([])
})

test('a connection that closes while a statement is being sent fails that statement', async () => {
  const writing = expect(connection.execute(INSERT, LARGE)).rejects.toMatchObject(away)
  while (server.sessions[0]?.messageTypes.at(-1) !== 'PREPARE') await turn()
  for (let count = 0; count < 50; count++) await turn()
  expect(server.sessions[0].messageTypes).not.toContain('EXECUTE')
  connection.destroy()
  await writing
  await sleep(20)
})

test('a connection that closes while statements wait for their turn fails all of them', async () => {
  const failed = [
    connection.query('SELECT SLOW', []),
    connection.execute(INSERT, LARGE),
    connection.execute(INSERT, LARGE),
  ].map((running) => expect(running).rejects.toMatchObject(away))
  await sleep(20)
  server.sessions[0]?.leave('rudely')
  await Promise.all(failed)
  await sleep(20)
})
