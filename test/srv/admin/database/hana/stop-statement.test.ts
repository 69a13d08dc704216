/** Giving up a statement of a server that speaks HANA's protocol. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../../../srv/admin/database/session.ts'
import { unhurried } from '../../../../support/engines.ts'
import type { Canned } from '../../../../support/hana-socket/answers.ts'
import { HANA_DRIVERS } from '../../../../support/hana-drivers.ts'
import type { HanaSocketOptions } from '../../../../support/hana-socket/server.ts'
import { endSockets, openOnSocket } from '../../../../support/hana-socket/use.ts'

afterEach(endSockets)

const SLOW: Canned = { sql: /^SELECT SLOW/, hangs: true }
const until = async (isSo: () => boolean): Promise<void> => {
  for (let tries = 0; !isSo() && tries < 200; tries++) await sleep(5)
  expect(isSo()).toBe(true)
}

/** Asks for something slow, and gives up when the server works on it. */
const giveUp = async (database: Database, isSlow: () => boolean) => {
  const controller = new AbortController()
  const reading = database.read(unhurried(controller.signal), (session) =>
    session.query({ sql: 'SELECT SLOW', parameters: [] }),
  )
  const outcome = expect(reading).rejects.toMatchObject({ code: 'OPERATION_CANCELLED' })
  await until(isSlow)
  controller.abort()
  await outcome
}

describe.each(HANA_DRIVERS)('by %s', (_name, driver) => {
  const open = (options?: HanaSocketOptions, credentials?: object, warn?: (message: string) => void) =>
    openOnSocket(options, credentials, warn, driver())

  test('the statement is cancelled by its session, from another one, and both are closed', async () => {
    const { server, database } = await open({ answers: [SLOW] }, { schema: 'APP' })
    await giveUp(database, () => server.sessions[0]?.isHanging === true)
    await until(() => server.openConnections === 0)
    expect(server.log.at(-1)).toBe(`ALTER SYSTEM CANCEL SESSION '${String(server.sessions[0]?.id)}'`)
    expect(server.sessions[0]?.isHanging).toBe(false)
    expect(server.sessions).toHaveLength(2)
    await until(() => database.usage().busy === 0)
  })

  test.each([
    ['it is refused', { sql: /^ALTER SYSTEM/, error: { code: 258 } }],
    ['the connection for it ends', { sql: /^ALTER SYSTEM/, leaves: 'rudely' as const }],
  ])('where %s, closing is all', async (_name, refusal) => {
    const { server, database } = await open({ answers: [SLOW, refusal] })
    await giveUp(database, () => server.sessions[0]?.isHanging === true)
    await until(() => server.openConnections === 0 && database.usage().busy === 0)
  })

  test('a right that is missing for it is told once, by its name', async () => {
    const refusal = { sql: /^ALTER SYSTEM/, error: { code: 258 } }
    const told: string[] = []
    const { server, database } = await open({ answers: [SLOW, refusal] }, {}, (message) => told.push(message))
    const asked = (): number => server.log.filter((sql) => sql.startsWith('SELECT SLOW')).length
    for (let count = 1; count <= 3; count++) await giveUp(database, () => asked() === count)
    await until(() => server.openConnections === 0 && database.usage().busy === 0)
    expect(server.log.filter((sql) => sql.startsWith('ALTER SYSTEM'))).toHaveLength(3)
    expect(told).toEqual([expect.stringMatching(/cancel statements.*SESSION ADMIN/)])
  })

  test('while the server does not answer that, no more connections are made than there may be', async () => {
    const { server, database } = await open({ answers: [SLOW, { sql: /^ALTER SYSTEM/, hangs: true }] })
    const asked = (): number => server.log.filter((sql) => sql.startsWith('SELECT SLOW')).length
    for (let count = 1; count <= 4; count++) await giveUp(database, () => asked() === count)
    await until(() => server.openConnections === 8)
    expect(database.usage().busy).toBe(4)
    const controller = new AbortController()
    const waiting = database.read(unhurried(controller.signal), () => Promise.resolve())
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'OPERATION_CANCELLED' })
    expect(database.usage().waiting).toBe(1)
    controller.abort()
    await outcome
  })

  test('where nothing runs nothing is cancelled', async () => {
    const { server, database } = await open()
    const controller = new AbortController()
    const working = database.read(unhurried(controller.signal), async (session) => {
      await session.query({ sql: 'SELECT 1', parameters: [] })
      controller.abort()
      await session.query({ sql: 'SELECT 2', parameters: [] })
    })
    await expect(working).rejects.toMatchObject({ code: 'OPERATION_CANCELLED' })
    await until(() => server.openConnections === 0)
    expect(server.sessions).toHaveLength(1)
    expect(server.log).not.toContain('SELECT 2')
  })
})
