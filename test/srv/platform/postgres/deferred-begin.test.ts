/** On PostgreSQL a transaction begins with its first statement that is more than a read, where that makes no difference. */
import { type CapDatabase, type CapTransaction, connectCapPostgres } from '../../../support/cap-postgres.ts'
import { connectPostgres, type PostgresClient, PostgresDriver } from '../../../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../../../support/postgres.ts'

jest.setTimeout(60_000)

/** What goes to the database, by round trips. */
const sent = jest.spyOn(PostgresDriver.Client.prototype, 'query')
/** What connections tell of themselves, warnings of the database among it. */
const told = jest.spyOn(PostgresDriver.Client.prototype, 'emit')

let postgres: Postgres
let database: CapDatabase
let client: PostgresClient
let pid: unknown

const connect = (): Promise<CapDatabase> => connectCapPostgres(postgres.credentials, { max: 1 })

beforeAll(async () => {
  postgres = await startPostgres()
  client = await connectPostgres(postgres.credentials)
  await client.query('CREATE TABLE things (id INTEGER PRIMARY KEY, by TEXT)')
  await client.query(`CREATE VIEW whoami AS SELECT current_setting('cap.applicationuser') AS id`)
  await client.query('CREATE VIEW broken AS SELECT 1 / (SELECT count(*) FROM things WHERE id < 0) AS id')
  database = await connect()
  ;[{ pid }] = (await database.run('SELECT pg_backend_pid() AS pid')) as [{ pid: unknown }]
})
afterAll(async () => {
  await database.disconnect()
  await client.end()
  await postgres.stop()
})

/** What the database says that the only connection is in. */
const state = async (): Promise<unknown> => {
  const { rows } = await client.query(`SELECT state FROM pg_stat_activity WHERE pid = ${String(pid)}`)
  return rows[0]?.['state']
}

const query = (more: object = {}, from = 'things'): object => ({
  SELECT: { from: { ref: [from] }, columns: [{ ref: ['id'] }], ...more },
})
const whoami = query({}, 'whoami')
const broken = query({}, 'broken')

const insert = (id: number): string =>
  `INSERT INTO things VALUES (${String(id)}, current_setting('cap.applicationuser'))`

const things = async (): Promise<unknown[]> => {
  const { rows } = await client.query('DELETE FROM things RETURNING id, by')
  return rows
}

const as = <T>(user: string, work: (tx: CapTransaction) => Promise<T>): Promise<T> =>
  database.tx({ user: { id: user } }, work)

test('queries alone are part of none', async () => {
  await database.tx(async (tx) => {
    await tx.run(query())
    await tx.run(query())
    expect(await state()).toBe('idle')
  })
})

test.each<[string, (tx: CapTransaction) => Promise<unknown>]>([
  ['a write', (tx) => tx.run(insert(1))],
  ['a query that locks', (tx) => tx.run(query({ forUpdate: { wait: 1 } }))],
  ['plain SQL, which may do anything', (tx) => tx.run('SELECT 1')],
])('%s begins one, which ends with all that it did', async (_name, act) => {
  const failure = new Error('rolled back')
  const work = database.tx(async (tx) => {
    await tx.run(query())
    await act(tx)
    await tx.run(query())
    expect(await state()).toBe('idle in transaction')
    throw failure
  })
  await expect(work).rejects.toBe(failure)
  expect(await state()).toBe('idle')
  expect(await things()).toEqual([])
})

test('a query beside a write is part of the same', async () => {
  await database.tx(async (tx) => {
    await Promise.all([tx.run(query()), tx.run(insert(2)), tx.run(query())])
    expect(await tx.run(query())).toEqual([{ id: 2 }])
    expect(await state()).toBe('idle in transaction')
  })
  expect(await things()).toMatchObject([{ id: 2 }])
})

describe('what the database has to hear first', () => {
  /** Round trips. */
  const COMMIT = 1

  const roundTrips = async (work: () => Promise<unknown>): Promise<number> => {
    sent.mockClear()
    await work()
    return sent.mock.calls.length
  }

  test('travels with the first statement', async () => {
    const reads = await roundTrips(() => as('leia', (tx) => tx.run(query())))
    const writes = await roundTrips(() => as('leia', (tx) => tx.run(insert(3))))
    expect({ reads, writes }).toEqual({ reads: 1, writes: 1 + COMMIT })
    expect(await things()).toEqual([{ id: 3, by: 'leia' }])
  })

  test('is told once, to whatever comes together', async () => {
    const trips = await roundTrips(() => as('leia', (tx) => Promise.all([4, 5, 6].map((id) => tx.run(insert(id))))))
    expect(trips).toBe(3 + COMMIT)
    expect(told.mock.calls.filter(([event]) => event === 'notice')).toEqual([])
    expect(await things()).toHaveLength(3)
  })

  test('is of each user by himself', async () => {
    for (const user of ['leia', 'han', 'leia']) expect(await as(user, (tx) => tx.run(whoami))).toEqual([{ id: user }])
  })

  test('is told again when the first statement has failed', async () => {
    await as('leia', (tx) => tx.run(query()))
    await as('han', async (tx) => {
      await expect(tx.run(broken)).rejects.toMatchObject({ code: '22012' })
      expect(await tx.run(whoami)).toEqual([{ id: 'han' }])
    })
  })

  test('is told again to what came together with a first statement that has failed', async () => {
    await as('leia', (tx) => tx.run(query()))
    await as('han', (tx) => Promise.allSettled([tx.run(broken), tx.run(insert(7)), tx.run(broken)]))
    await as('chewie', (tx) => Promise.allSettled([tx.run(broken), tx.run(insert(8))]))
    expect(await things()).toEqual([{ id: 8, by: 'chewie' }])
  })

  test('a write that fails first leaves no transaction, and nothing of those that follow', async () => {
    await as('han', async (tx) => {
      await expect(tx.run('INSERT INTO things VALUES (NULL)')).rejects.toMatchObject({ code: '23502' })
      await expect(tx.run(insert(9))).rejects.toMatchObject({ code: '25P02' })
    })
    expect(await state()).toBe('idle')
    expect(await things()).toEqual([])
  })

  test('variables that are set later on count from then on', async () => {
    await as('han', async (tx) => {
      await tx.run(query())
      await tx.set({ '$user.id': 'leia' })
      await tx.set({ 'cap.more': 'yes' })
      expect(await tx.run(whoami)).toEqual([{ id: 'leia' }])
    })
  })

  test('what streams is part of a transaction, and knows all of it', async () => {
    await as('han', async (tx) => {
      await tx.run(query())
      await tx.set({ '$user.id': 'leia' })
      const rows = await tx.prepare('SELECT to_json(id)::text FROM whoami').stream([], false, true)
      expect(await Array.fromAsync(rows)).toEqual(['leia'])
      expect(await state()).toBe('idle in transaction')
    })
  })
})

test('where statements of a transaction see the same data it begins at once', async () => {
  await database.run('ALTER ROLE CURRENT_USER SET default_transaction_isolation TO "repeatable read"')
  const strict = await connect()
  await strict.tx(async (tx) => {
    expect(await tx.run(query())).toEqual([])
    await client.query('INSERT INTO things VALUES (10)')
    expect(await tx.run(query())).toEqual([])
  })
  expect(await strict.run(query())).toEqual([{ id: 10 }])
  expect(await strict.tx({ user: { id: 'han' } }, (tx) => tx.run(whoami))).toEqual([{ id: 'han' }])
  await strict.disconnect()
})
