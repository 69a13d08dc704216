import cds from '@sap/cds'
import {
  borrowFromCap,
  type CapDatabase,
  hasNodeDriver,
} from '../../../../../srv/admin/database/sqlite/memory-snapshots.ts'
import { openSqliteMemory } from '../../../../../srv/admin/database/sqlite/database.ts'
import { startApp } from '../../../../support/app.ts'
import { execute, query, unhurried } from '../../../../support/engines.ts'

describe("CAP's connection to a database in memory", () => {
  startApp()
  const memory = () => borrowFromCap(cds.db as unknown as Parameters<typeof borrowFromCap>[0])
  const signal = new AbortController().signal

  beforeAll(() => cds.run('CREATE TABLE borrowed (id INTEGER)'))
  beforeEach(() => cds.run('DELETE FROM borrowed'))

  it('is known by its driver, and given back', async () => {
    let isReleased = false
    const ofAnother = { dbc: {}, begin: async () => undefined, release: async () => void (isReleased = true) }
    expect(await hasNodeDriver({ tx: () => ofAnother })).toBe(false)
    expect([isReleased, await hasNodeDriver(cds.db as unknown as CapDatabase)]).toEqual([true, true])
  })

  it('reads what the application has deployed and committed', async () => {
    const database = openSqliteMemory(memory())
    await cds.run('INSERT INTO borrowed VALUES (1)')
    expect(await query(database, 'SELECT * FROM borrowed')).toEqual([{ id: 1 }])
    expect(await query(database, 'SELECT count(*) AS n FROM saga_Film')).toEqual([{ n: expect.any(Number) as number }])
    await database.close()
  })

  it('never reads what a transaction of the application has not committed', async () => {
    const database = openSqliteMemory(memory())
    let reading: Promise<unknown> | undefined
    await cds
      .tx(async (tx) => {
        await tx.run('INSERT INTO borrowed VALUES (1)')
        reading = query(database, 'SELECT * FROM borrowed')
        await new Promise((resolve) => setTimeout(resolve, 50))
        throw new Error('undo')
      })
      .catch(() => undefined)
    expect(await reading).toEqual([])
    await database.close()
  })

  it('writes for the application to see, which waits meanwhile', async () => {
    const database = openSqliteMemory(memory())
    const seen = await database.write(unhurried(), async (session) => {
      await session.execute({ sql: 'INSERT INTO borrowed VALUES (1)', parameters: [] })
      const reading = cds.run('SELECT count(*) AS n FROM borrowed') as Promise<unknown>
      await session.execute({ sql: 'INSERT INTO borrowed VALUES (2)', parameters: [] })
      return { reading }
    })
    expect(await seen.reading).toMatchObject([{ n: 2 }])
    await expect(execute(database, 'INSERT INTO borrowed VALUES (3)', 'wrong')).rejects.toMatchObject({
      code: 'DATABASE_ERROR',
    })
    expect(await cds.run('SELECT count(*) AS n FROM borrowed')).toMatchObject([{ n: 2 }])
    await database.close()
  })

  it('gives up waiting with its caller, and gives back what comes too late', async () => {
    const controller = new AbortController()
    await memory().borrow(signal, async () => {
      const waiting = memory().borrow(controller.signal, () => Promise.reject(new Error('must not run')))
      controller.abort(new Error('gone'))
      await expect(waiting).rejects.toThrow('gone')
    })
    expect(await memory().borrow(signal, (connection) => Promise.resolve(connection.isTransaction))).toBe(false)
  })
})
