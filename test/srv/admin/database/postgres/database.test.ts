import { PostgresConnection } from '../../../../../srv/admin/database/postgres/connection.ts'
import { openPostgres } from '../../../../../srv/admin/database/postgres/database.ts'
import { batches, execute, query, unhurried, useEngine } from '../../../../support/engines.ts'
import { runs } from '../../../../support/long.ts'

const FILTERS = runs(1_000, 10_000)

const text = (sql: string) => ({ sql, parameters: [] })
const failure = (code: string): unknown => expect.objectContaining({ code })

describe('the PostgreSQL database', () => {
  const engine = useEngine('PostgreSQL')
  const server = () => {
    const { server } = engine()
    if (!server) throw new Error('There is a server')
    return server
  }
  const active = async (marker: string) => {
    const sql = `SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1 AND pid <> pg_backend_pid()`
    const [row] = await query(engine().database, sql, [`%${marker}%`])
    return row?.['n']
  }

  beforeAll(() => execute(engine().database, 'CREATE TABLE copied (a INTEGER)'))

  it('reads ahead no more than a batch', async () => {
    await execute(engine().database, 'CREATE SEQUENCE seen')
    await engine().database.write(unhurried(), async (session) => {
      const stream = session.stream(text(`SELECT nextval('seen') FROM generate_series(1, 300000)`))
      const rows = stream[Symbol.asyncIterator]()
      await rows.next()
      const [first] = await session.query(text('SELECT last_value AS n FROM seen'))
      expect(Number(first?.['n'])).toBeLessThanOrEqual(1_100)
      await rows.next()
      const [second] = await session.query(text('SELECT last_value AS n FROM seen'))
      expect(Number(second?.['n'])).toBeLessThanOrEqual(2_100)
      await rows.return?.()
    })
  })

  it(`leaves no prepared statement behind after ${String(FILTERS)} different filters`, async () => {
    const left = await engine().database.read(unhurried(), async (session) => {
      for (let number = 0; number < FILTERS; number++)
        await session.query({ sql: `SELECT 1 WHERE $1::text = 'f${String(number)}'`, parameters: ['x'] })
      return session.query(text('SELECT count(*) AS n FROM pg_prepared_statements'))
    })
    expect(left).toEqual([{ n: 0 }])
  })

  it('ends a cancelled statement in the server, too', async () => {
    const controller = new AbortController()
    const sleeping = engine().database.read(unhurried(controller.signal), (session) => {
      setTimeout(() => {
        controller.abort()
      }, 200)
      return session.query(text(`SELECT pg_sleep(60) AS cancelled_sleep`))
    })
    await expect(sleeping).rejects.toEqual(failure('OPERATION_CANCELLED'))
    while ((await active('cancelled_sleep')) !== 0) await new Promise((resolve) => setTimeout(resolve, 20))
  })

  it('ends a COPY that is cancelled, and undoes it', async () => {
    const controller = new AbortController()
    const endless = async function* () {
      for (let number = 0; ; number++) {
        if (number === 20) controller.abort()
        yield await Promise.resolve([[number]])
      }
    }
    const copying = engine().database.write(unhurried(controller.signal), (session) =>
      session.insert({ schema: 'public', table: 'copied', columns: ['a'] }, endless()),
    )
    await expect(copying).rejects.toEqual(failure('OPERATION_CANCELLED'))
    while ((await active('copied')) !== 0) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await query(engine().database, 'SELECT * FROM copied')).toEqual([])
  })

  it('waits for a lock no longer than it should', async () => {
    await execute(engine().database, 'CREATE TABLE locked (a INTEGER)')
    await engine().database.write(unhurried(), async (session) => {
      await session.execute(text('LOCK TABLE locked'))
      await expect(query(engine().database, 'SELECT * FROM locked')).rejects.toEqual(failure('LOCK_TIMEOUT'))
    })
  })

  it('takes no failed transaction for a success', async () => {
    const writing = engine().database.write(unhurried(), async (session) => {
      await session.execute(text('SELECT nothing')).catch(() => undefined)
    })
    await expect(writing).rejects.toEqual(failure('DATABASE_ERROR'))
  })

  it('answers values in the same form wherever the server stands', async () => {
    await execute(
      engine().database,
      `ALTER DATABASE postgres SET TimeZone = 'Asia/Tokyo'`,
      `ALTER DATABASE postgres SET DateStyle = 'SQL, DMY'`,
    )
    const database = openPostgres(server().credentials)
    const [row] = await query(database, `SELECT timestamptz '2024-02-29 12:00:00+00' AS t, date '2024-02-29' AS d`)
    expect(row).toEqual({ t: '2024-02-29 12:00:00+00', d: '2024-02-29' })
    await database.close()
    await execute(engine().database, 'ALTER DATABASE postgres RESET ALL')
  })

  it('takes the schema of the credentials as the current one', async () => {
    await execute(engine().database, 'CREATE SCHEMA "Odd ""schema"""')
    const database = openPostgres({ ...server().credentials, schema: 'Odd "schema"' })
    expect(await query(database, 'SELECT current_schema() AS name')).toEqual([{ name: 'Odd "schema"' }])
    await database.close()
  })

  it('keeps as many connections as it may, and lets others wait', async () => {
    const reads = Array.from({ length: 12 }, () =>
      query(engine().database, `SELECT pg_sleep(0.05), pg_backend_pid() AS pid`),
    )
    const pids = new Set((await Promise.all(reads)).map(([row]) => row?.['pid']))
    expect(pids.size).toBeLessThanOrEqual(4)
  })

  it('survives a restart of the server while idle', async () => {
    await query(engine().database, 'SELECT 1')
    await (
      await server().interrupt()
    )()
    expect(await query(engine().database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('says that the server is away, and works again when it is back', async () => {
    let resume: (() => Promise<void>) | undefined
    const interrupted = query(engine().database, 'SELECT pg_sleep(60)')
    interrupted.catch(() => undefined)
    const copying = engine().database.write(unhurried(), async (session) => {
      await session.execute(text('SELECT pg_sleep(0.1)'))
      resume = await server().interrupt()
      return session.insert({ schema: 'public', table: 'copied', columns: ['a'] }, batches([[1]]))
    })
    await expect(copying).rejects.toEqual(failure('DATABASE_UNAVAILABLE'))
    await expect(interrupted).rejects.toEqual(failure('DATABASE_UNAVAILABLE'))
    await expect(query(engine().database, 'SELECT 1')).rejects.toEqual(failure('DATABASE_UNAVAILABLE'))
    await resume?.()
    expect(await query(engine().database, 'SELECT count(*) AS n FROM copied')).toEqual([{ n: 0 }])
  })

  it('refuses wrong credentials without telling them', async () => {
    const opening = PostgresConnection.open({ ...server().credentials, password: 'wrong-password' }, () => undefined)
    await expect(opening).rejects.toEqual(failure('DATABASE_UNAVAILABLE'))
    await expect(opening).rejects.not.toHaveProperty('details', expect.stringContaining('wrong-password'))
  })
})
