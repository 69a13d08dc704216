/** Faults of the driver that would end the process: each of these tests ended it. */
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { containFailures, privateParts, loadDriver } from '../../../../../srv/admin/database/hana/load-driver.ts'
import { HanaConnection } from '../../../../../srv/admin/database/hana/connection.ts'
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

describe('the parts of the driver that nobody publishes', () => {
  const load = createRequire(__filename) as (path: string) => unknown
  const none = { prototype: {} }
  const other =
    (parts: Readonly<Record<string, unknown>>) =>
    (path: string): unknown =>
      Object.hasOwn(parts, path) ? parts[path] : load(path)

  test('are as they were read', () => {
    const { version } = load('hdb/package.json') as { version: string }
    expect(version).toMatch(/^2\./)
    const { connection, physical, task } = privateParts(load) ?? {}
    for (const member of ['send', 'receive', 'destroy'] as const)
      expect([member, typeof connection?.[member]]).toEqual([member, 'function'])
    expect(typeof task?.end).toBe('function')
    expect(Object.getOwnPropertyNames(task)).toEqual(expect.arrayContaining(['run', 'end', 'receive']))
    expect(typeof physical?.authenticate).toBe('function')
    type Opened = { _state?: unknown; _cleanup: () => void }
    const opened = new (load('hdb/lib/protocol/Connection.js') as new (settings: object) => Opened)({})
    expect(opened._state).toBeDefined()
    opened._cleanup() // as when the socket closes
    expect(opened._state).toBeUndefined()
  })

  test.each([
    ['another version', { 'hdb/package.json': { version: '3.0.0' } }],
    ['members that are gone', { 'hdb/lib/protocol/Connection.js': none }],
    ['tasks that end otherwise', { 'hdb/lib/protocol/ExecuteTask.js': none }],
    [
      'a module that is gone',
      {
        get 'hdb/lib/protocol/ExecuteTask.js'(): never {
          throw new Error('Cannot find module')
        },
      },
    ],
  ])('are left alone in %s', (_name, parts) => {
    expect(privateParts(other(parts))).toBeNull()
    expect(() => containFailures(other(parts))).not.toThrow()
    expect(none.prototype).toEqual({})
  })
})

test('a connection that closes while it logs in fails, and nothing else', async () => {
  for (let count = 0; count < 20; count++) {
    const opening = HanaConnection.open(loadDriver(), server.credentials)
    const outcome = expect(opening).rejects.toMatchObject(away)
    const at = count + 1 // beside that of the test
    while (server.sessions[at]?.messageTypes.at(-1) !== 'AUTHENTICATE') await turn()
    server.sessions[at].leave('rudely')
    await outcome
  }
  await sleep(50)
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
